export const id = 236;
export const ids = [236];
export const modules = {

/***/ 2236:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   repositoryTable: () => (/* binding */ repositoryTable)
/* harmony export */ });
/* harmony import */ var cli_table3__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5832);
/* harmony import */ var _printable_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1543);
// Repositories as a table for a terminal.


const NO_LINES = {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
};
function repositoryTable(repositories) {
    if (repositories.length === 0)
        return 'This server has no repositories.\n';
    const table = new cli_table3__WEBPACK_IMPORTED_MODULE_0__({
        head: ['repository', 'context levels', 'keys', 'values', 'description'],
        colAligns: ['left', 'left', 'right', 'right', 'left'],
        chars: NO_LINES,
        style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    });
    for (const { account, name, levels, keyCount, valueCount, description } of repositories) {
        table.push([`${account}/${name}`, levels.join(';'), String(keyCount), String(valueCount), description].map(_printable_js__WEBPACK_IMPORTED_MODULE_1__/* .printable */ .g$));
    }
    const lines = table
        .toString()
        .split('\n')
        .map((line) => line.trimEnd());
    return `${lines.join('\n')}\n`;
}


/***/ })

};
