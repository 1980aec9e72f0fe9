export const id = 667;
export const ids = [667];
export const modules = {

/***/ 7667:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ resultOf),
/* harmony export */   plan: () => (/* binding */ plan)
/* harmony export */ });
/* harmony import */ var _prepare_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(521);

function plan(options, surroundings) {
    return (0,_prepare_js__WEBPACK_IMPORTED_MODULE_0__/* .prepare */ .i)(options, { surroundings, use: async (prepared) => resultOf(prepared) });
}
function resultOf({ plan, warnings, remarks, changeComment }) {
    return { plan, warnings, remarks, changeComment };
}


/***/ })

};
