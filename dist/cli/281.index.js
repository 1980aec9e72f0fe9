export const id = 281;
export const ids = [281];
export const modules = {

/***/ 3281:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   drift: () => (/* binding */ drift)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1985);
/* harmony import */ var _prepare_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7257);
// drift: what others changed on the server since the last apply, and only that. Only reads.



/** Throws {@link CommandError} where nothing says what was applied, or what the server holds: that is not "no drift". */
function drift(options, surroundings) {
    return (0,_prepare_js__WEBPACK_IMPORTED_MODULE_2__/* .prepare */ .i)(options, {
        surroundings,
        // What was applied is compared, not what the variables of this process say.
        missingEnv: 'warning',
        use: async ({ input, baseline, warnings, remarks }) => ({
            plan: driftOf(input, baseline.reason),
            warnings: warnings.filter(({ code }) => code !== 'env-missing'),
            remarks,
        }),
    });
}
function driftOf(input, reason) {
    const { baseline } = input;
    if (baseline === undefined)
        throw unknown(`${reason}, so nothing says what drifted`, APPLY_FIRST);
    if (input.liveSource === 'baseline')
        throw unknown('what the repository holds cannot be read', GIVE_TOKEN);
    // What the last apply left is desired: the rest of a plan is then what others did.
    const { announced: _, force: __, ...settled } = input;
    const { force: ___, ...plan } = (0,_plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .makePlan */ .C)({ ...settled, desired: baseline, onDrift: 'keep' });
    return { ...plan, changes: [], findings: [] };
}
const APPLY_FIRST = 'Apply once, or name what was applied with --baseline.';
const GIVE_TOKEN = "Give a token, or allow token-free reading in the repository's settings.";
function unknown(why, hint) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({ code: 'drift-unknown', message: `Drift cannot be told: ${why}.`, hint });
}


/***/ })

};
