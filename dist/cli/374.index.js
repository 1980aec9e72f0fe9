export const id = 374;
export const ids = [374];
export const modules = {

/***/ 6374:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   validate: () => (/* binding */ validate)
/* harmony export */ });
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3753);

async function validate(options, surroundings) {
    const { state, documents, diagnostics } = await (0,_project_js__WEBPACK_IMPORTED_MODULE_0__/* .openProject */ .U8)(options, {
        surroundings,
        missingEnv: 'warning',
    });
    const values = [...state.keys.values()].reduce((sum, key) => sum + key.values.size, 0);
    return {
        documents,
        keys: state.keys.size,
        values,
        files: state.files.size,
        warnings: diagnostics,
    };
}


/***/ })

};
