export const id = 544;
export const ids = [544];
export const modules = {

/***/ 7544:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JSON_VERSION: () => (/* binding */ JSON_VERSION),
/* harmony export */   json: () => (/* binding */ json),
/* harmony export */   jsonDrift: () => (/* binding */ jsonDrift),
/* harmony export */   jsonError: () => (/* binding */ jsonError),
/* harmony export */   jsonPlan: () => (/* binding */ jsonPlan)
/* harmony export */ });
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2774);

/** Changes when a reader of the JSON would have to change. */
const JSON_VERSION = 1;
function jsonPlan(plan, { pushes, outcome, review } = {}) {
    const { create, update, delete: destroy } = (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .countChanges */ .xS)(plan.changes);
    const rewritten = plan.changes.filter((change) => change.rewritten).length;
    return json({
        version: JSON_VERSION,
        target: plan.target,
        live: plan.live,
        prune: plan.prune,
        onDrift: plan.onDrift,
        counts: {
            add: create,
            change: update,
            destroy,
            rewritten,
            drift: plan.drift.filter(_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .isCounted */ .he).length,
            already: plan.already,
            unmanaged: plan.unmanaged,
        },
        refused: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .hasRefusals */ .q5)(plan),
        ...(plan.force !== undefined && { force: plan.force }),
        ...(plan.forced !== undefined && { forced: plan.forced }),
        notes: plan.notes,
        ...(plan.base && { base: plan.base }),
        ...(plan.safety && { safety: plan.safety }),
        changes: plan.changes,
        drift: plan.drift,
        ...(plan.unmanagedItems && { unmanaged: plan.unmanagedItems }),
        findings: plan.findings,
        ...(pushes && { pushes }),
        ...(outcome && { outcome }),
        ...(review && { review }),
    });
}
/** What others changed since the last apply, and nothing else. */
function jsonDrift({ target, live, drift, notes }) {
    const { create, update, delete: destroy } = (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .countChanges */ .xS)(drift);
    const counts = { add: create, change: update, destroy };
    return json({ version: JSON_VERSION, target, live, counts, notes, drift });
}
function jsonError(error, { diagnostics, differs }) {
    const { code, message, hint, places } = error;
    // The lines that declared what the server refused; mistakes in the files have theirs in `diagnostics`.
    const declared = places.length === 0 ? {} : { places };
    const missing = differs === undefined ? {} : { differs: differs.changes };
    return json({
        version: JSON_VERSION,
        error: { code, message, ...(hint === undefined ? {} : { hint }), ...declared, diagnostics, ...missing },
    });
}
function json(value) {
    return `${JSON.stringify(value, null, 2)}\n`;
}


/***/ })

};
