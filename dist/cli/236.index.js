export const id = 236;
export const ids = [236];
export const modules = {

/***/ 2236:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   plainTable: () => (/* binding */ plainTable),
/* harmony export */   repositoryTable: () => (/* binding */ repositoryTable)
/* harmony export */ });
/* harmony import */ var cli_table3__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5832);
/* harmony import */ var _printable_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1543);
// Tables for a terminal: the repositories of a server.


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
    return plainTable([
        { head: 'repository', align: 'left' },
        { head: 'context levels', align: 'left' },
        { head: 'keys', align: 'right' },
        { head: 'values', align: 'right' },
        { head: 'description', align: 'left' },
    ], repositories.map(({ account, name, levels, keyCount, valueCount, description }) => [
        `${account}/${name}`,
        levels.join(';'),
        String(keyCount),
        String(valueCount),
        description,
    ]));
}
/** A table without lines. */
function plainTable(columns, rows) {
    const table = new cli_table3__WEBPACK_IMPORTED_MODULE_0__({
        head: columns.map(({ head }) => head),
        colAligns: columns.map(({ align }) => align),
        chars: NO_LINES,
        style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    });
    for (const row of rows)
        table.push(row.map(_printable_js__WEBPACK_IMPORTED_MODULE_1__/* .printable */ .g$));
    const lines = table
        .toString()
        .split('\n')
        .map((line) => line.trimEnd());
    return `${lines.join('\n')}\n`;
}


/***/ })

};
