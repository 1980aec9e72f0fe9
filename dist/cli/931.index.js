export const id = 931;
export const ids = [931];
export const modules = {

/***/ 7931:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   printCompletion: () => (/* binding */ printCompletion),
/* harmony export */   targetNames: () => (/* binding */ targetNames)
/* harmony export */ });
/* harmony import */ var _apply_project_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2405);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(452);
/* harmony import */ var _model_project_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7404);
/* harmony import */ var _completion_scripts_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4249);
/* harmony import */ var _project_search_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1897);
// completion: prints the script for a shell, and finds the targets of the project for it.





async function printCompletion(terminal, { args = [] }) {
    const shell = _completion_scripts_js__WEBPACK_IMPORTED_MODULE_3__/* .SHELLS */ .OF.find((one) => one === args[0]);
    if (shell === undefined)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({
            code: 'bad-option',
            message: 'There is no completion for this shell.',
            hint: `Pass one of ${_completion_scripts_js__WEBPACK_IMPORTED_MODULE_3__/* .SHELLS */ .OF.join(', ')}.`,
        });
    terminal.out((0,_completion_scripts_js__WEBPACK_IMPORTED_MODULE_3__/* .completionScript */ .kj)(shell));
    return _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.done;
}
/** Looks for the project file as the commands do. */
function targetNames(host, given) {
    const cwd = host.cwd();
    const config = (0,_project_search_js__WEBPACK_IMPORTED_MODULE_4__/* .givenConfig */ .iu)(given, host) ?? (0,_project_search_js__WEBPACK_IMPORTED_MODULE_4__/* .projectAbove */ .JN)(cwd) ?? _model_project_js__WEBPACK_IMPORTED_MODULE_2__/* .PROJECT_FILE */ .Dp;
    const { targets = [] } = (0,_apply_project_js__WEBPACK_IMPORTED_MODULE_0__/* .readProjectFile */ .SI)({ config }, { cwd });
    return targets.map((target) => target.name);
}


/***/ })

};
