export const id = 260;
export const ids = [260];
export const modules = {

/***/ 5260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   info: () => (/* binding */ info)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5602);
/* harmony import */ var _remote_client_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3034);
/* harmony import */ var _connect_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6347);
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3753);
// info: the repositories of a server.





/** Sorted by account and name. */
async function info(options, surroundings) {
    const url = options.url ?? (0,_project_js__WEBPACK_IMPORTED_MODULE_3__/* .readProjectFile */ .SI)(options, surroundings).url;
    if (url === undefined) {
        const hint = 'Give --url or CONFIGHUB_URL, or write `url:` into confighub.yaml.';
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({ code: 'no-target', message: 'No url is configured.', hint });
    }
    // The list of repositories is open to everybody: the token stays here.
    const { timeout, transport } = options;
    const connection = await (0,_connect_js__WEBPACK_IMPORTED_MODULE_2__/* .connect */ .N)(url, { timeout, transport }, surroundings);
    try {
        surroundings.onStep(`Reading ${url}`);
        const repositories = await (0,_remote_client_js__WEBPACK_IMPORTED_MODULE_1__/* .createReader */ .WF)(connection).repositories();
        return repositories.sort((a, b) => (0,_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_4__/* .compareText */ .n6)(a.account, b.account) || (0,_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_4__/* .compareText */ .n6)(a.name, b.name));
    }
    finally {
        connection.http.close();
    }
}


/***/ })

};
