export const id = 255;
export const ids = [255];
export const modules = {

/***/ 255:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MASK: () => (/* binding */ MASK),
/* harmony export */   mask: () => (/* binding */ mask)
/* harmony export */ });
const MASK = '(secret)';
/** Replaces what stands before and after in every secret change, by item and never by searching texts. */
function mask(plan) {
    return { ...plan, changes: plan.changes.map(maskChange), drift: plan.drift.map(maskChange) };
}
function maskChange(change) {
    if (!change.secret || change.kind === 'key')
        return change;
    const before = change.before === undefined ? {} : { before: MASK };
    const after = change.after === undefined ? {} : { after: MASK };
    return { ...change, ...before, ...after };
}


/***/ })

};
