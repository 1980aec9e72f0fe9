export const id = 236;
export const ids = [236];
export const modules = {

/***/ 1543:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bg: () => (/* binding */ quotedPair),
/* harmony export */   TL: () => (/* binding */ quoted),
/* harmony export */   g$: () => (/* binding */ printable),
/* harmony export */   oy: () => (/* binding */ printableLine)
/* harmony export */ });
// Texts from files and servers made fit for a terminal and a log: one line, no control characters, not endless.
/** Control, bidirectional, zero-width and other invisible characters that could move or hide what is shown. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;
/** The text with every invisible character written as `\u{…}`; line breaks as `\n`, tabs as `\t`. */
function printable(text) {
    return text.replace(INVISIBLE, (character) => {
        if (character === '\n')
            return '\\n';
        if (character === '\t')
            return '\\t';
        return `\\u{${character.codePointAt(0)?.toString(16)}}`;
    });
}
/** A line of a file: as {@link printable}, but tabs stay. */
function printableLine(line) {
    return line.split('\t').map(printable).join('\t');
}
const MAX_SHOWN = 60;
/** A value in quotes, at most sixty characters of it; `null` without quotes. */
function quoted(text, from = 0) {
    if (text === null)
        return 'null';
    const shown = text.slice(from, from + MAX_SHOWN);
    const start = from > 0 ? '…' : '';
    const rest = text.length - from - shown.length;
    const end = rest > 0 ? `… (${text.length.toLocaleString('en')} characters)` : '';
    return `${inQuotes(`${start}${printable(shown)}`)}${end}`;
}
/** JSON is full of double quotes, so it stands in single ones. */
function inQuotes(text) {
    if (!text.includes('"'))
        return `"${text}"`;
    return text.includes("'") ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}
/** `"50" → "80"`; of two long texts, the part where they begin to differ. */
function quotedPair(before, after) {
    const isLong = (before?.length ?? 0) > MAX_SHOWN || (after?.length ?? 0) > MAX_SHOWN;
    const from = isLong && before !== null && after !== null ? Math.max(0, commonPrefix(before, after) - 15) : 0;
    return `${quoted(before, from)} → ${quoted(after, from)}`;
}
function commonPrefix(a, b) {
    let length = 0;
    while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length))
        length++;
    return length;
}


/***/ }),

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
