export const id = 636;
export const ids = [636];
export const modules = {

/***/ 4636:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   demo: () => (/* binding */ demo)
/* harmony export */ });
async function demo(_out) {
    return 0;
}


/***/ })

};
