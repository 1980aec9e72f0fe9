export const id = 839;
export const ids = [839];
export const modules = {

/***/ 6616:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p$: () => (/* binding */ emptyState),
/* harmony export */   qp: () => (/* binding */ fileId),
/* harmony export */   xs: () => (/* binding */ keyId)
/* harmony export */ });
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
// State: keys and files by address. One type for desired, baseline and live.

/** The server compares key names without case. */
function keyId(name) {
    return name.toLowerCase();
}
function fileId(path, context) {
    return `${path}\0${(0,_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextId */ .PF)(context)}`;
}
function emptyState() {
    return { keys: new Map(), files: new Map() };
}


/***/ }),

/***/ 8839:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   phasesNote: () => (/* binding */ phasesNote),
/* harmony export */   phasesOf: () => (/* binding */ phasesOf)
/* harmony export */ });
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6616);
/* harmony import */ var _placeholders_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2313);


/**
 * The changes of a plan in the groups in which they are pushed, one after the other. The server processes files
 * before keys, so a file whose placeholders name a new key must come after that key; each group leaves the
 * repository in a state of its own that is whole.
 */
function phasesOf(changes) {
    const needed = neededKeys(changes);
    if (needed.size === 0)
        return [changes];
    const files = targetFiles(changes, needed);
    const isFirst = (change) => change.kind === 'file' ? files.has(change) : needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .keyId */ .xs)(change.key));
    return [changes.filter(isFirst), changes.filter((change) => !isFirst(change))];
}
/** One sentence for the plan, where one push is not enough. */
function phasesNote(changes) {
    const phases = phasesOf(changes);
    if (phases.length === 1)
        return undefined;
    return `${phases.length} pushes: first the new keys that files name in their placeholders, then the rest; the server takes them only in this order.`;
}
/** The keys that this plan creates and that the placeholders of its files name. */
function neededKeys(changes) {
    const created = new Set(changes.flatMap((change) => change.kind === 'key' && change.action === 'create' ? [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .keyId */ .xs)(change.key)] : []));
    const named = changes.flatMap((change) => (change.kind === 'file' ? (0,_placeholders_js__WEBPACK_IMPORTED_MODULE_1__/* .placeholders */ .F)(change.after ?? '') : []));
    return new Set(named.map(_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .keyId */ .xs).filter((id) => created.has(id)));
}
/** The new files that values of these keys point at: they must be there before, and name none of the keys. */
function targetFiles(changes, needed) {
    const paths = new Set(changes.flatMap((change) => change.kind === 'value' && /^File(Ref|Embed)$/.test(change.vdt) && needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .keyId */ .xs)(change.key))
        ? [change.after]
        : []));
    return new Set(changes.filter((change) => change.kind === 'file' &&
        change.action === 'create' &&
        paths.has(change.path) &&
        !(0,_placeholders_js__WEBPACK_IMPORTED_MODULE_1__/* .placeholders */ .F)(change.after ?? '').some((name) => needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .keyId */ .xs)(name)))));
}


/***/ }),

/***/ 2313:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ placeholders),
/* harmony export */   m: () => (/* binding */ escapedPlaceholders)
/* harmony export */ });
// Placeholders in files, as the server finds them when a file is saved (behaviour.md, section 11).
const PLACEHOLDER = /(?<!\\)\$\{\s*([[\]()*\-._+a-zA-Z0-9]+)\s*\}/g;
/** The names of keys that a content names, each once, in order. */
function placeholders(content) {
    if (!content.includes('${'))
        return [];
    return [...new Set([...content.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
}
const ESCAPED = /\\\$\{\s*([[\]()*\-._+a-zA-Z0-9]+)\s*\}/g;
/** Names that stand behind a backslash: the server makes no key for them, but renders them like any other. */
function escapedPlaceholders(content) {
    if (!content.includes('\\${'))
        return [];
    return [...new Set([...content.matchAll(ESCAPED)].map(([, name]) => name ?? ''))];
}


/***/ })

};
