export const id = 255;
export const ids = [255];
export const modules = {

/***/ 6796:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MH: () => (/* binding */ nameMatcher),
/* harmony export */   XG: () => (/* binding */ secretNames),
/* harmony export */   n0: () => (/* binding */ looksSecret)
/* harmony export */ });
/* harmony import */ var micromatch__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8785);
// Which names, and which looks, say that a value is secret.

const SECRET_NAME = /passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:private|api|access|encryption|signing)[-_.]?key|conn(?:ection)?[-_.]?str/i;
/** A test for key names and file paths: the built-in patterns, and the globs of `redact` (without regard to case). */
function secretNames(redact) {
    const isRedacted = nameMatcher(redact);
    return (name) => SECRET_NAME.test(name) || isRedacted(name);
}
/** Whether one of the globs matches the name of a key or the path of a file, without regard to case. */
function nameMatcher(globs) {
    const matches = globs.map((glob) => micromatch__WEBPACK_IMPORTED_MODULE_0__.matcher(glob, { dot: true, nocase: true }));
    return (name) => matches.some((match) => match(name));
}
/** Where a run of such characters begins, so that every run is looked at once and the time grows with the length. */
const START = '(?<![A-Za-z0-9_-])';
/** What services put in front of what they hand out, and how long that is at least; what is shorter is no such thing. */
const TOKENS = [
    'gh[pousr]_[A-Za-z0-9]{36}',
    'github_pat_[A-Za-z0-9_]{50}',
    'glpat-[A-Za-z0-9_-]{20}',
    'npm_[A-Za-z0-9]{36}',
    '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])',
    'xox[abeoprs]-[A-Za-z0-9-]{20}',
    '[sr]k_live_[A-Za-z0-9]{16}',
    'AIza[A-Za-z0-9_-]{35}',
    'eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]*',
];
const LOOKS = [
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/,
    new RegExp(`${START}(?:${TOKENS.join('|')})`),
    // An address with a login; one that takes its password from a placeholder or a variable holds none.
    /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/?#'"<>]{0,100}:(?![$<{*])[^\s@/'"<>]{3,300}@[^\s@/]/i,
    // `Server=…;Password=…`, in either order.
    /(?:;\s?|^)(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?(?![$<{*])[^;\s]{3,300};\s?[a-z]/i,
    /[^\s;];\s?(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?(?![$<{*])[^;\s]{3}/i,
];
/** A private key, a token of a known kind or an address with a password, alone or among other text. */
function looksSecret(text) {
    return typeof text === 'string' && text.length >= SHORTEST && LOOKS.some((look) => look.test(text));
}
const SHORTEST = 12;


/***/ }),

/***/ 255:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MASK: () => (/* binding */ MASK),
/* harmony export */   mask: () => (/* binding */ mask)
/* harmony export */ });
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6796);

const MASK = '(secret)';
/** Replaces what stands before and after in every secret change, by item and never by searching texts. */
function mask(plan) {
    return { ...plan, changes: plan.changes.map(maskChange), drift: plan.drift.map(maskChange) };
}
function maskChange(change) {
    if (change.kind === 'key')
        return maskKey(change);
    if (!change.secret)
        return change;
    const before = change.before === undefined ? {} : { before: MASK };
    const after = change.after === undefined ? {} : { after: MASK };
    return { ...change, ...before, ...after };
}
/** What describes a key is shown, also of a secret one; but somebody may have written a token into the readme. */
function maskKey(change) {
    const side = (metadata) => (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .looksSecret */ .n0)(metadata.readme) ? { ...metadata, readme: MASK } : metadata;
    return {
        ...change,
        ...(change.before && { before: side(change.before) }),
        ...(change.after && { after: side(change.after) }),
    };
}


/***/ })

};
