export const id = 667;
export const ids = [667];
export const modules = {

/***/ 7667:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ resultOf),
/* harmony export */   plan: () => (/* binding */ plan)
/* harmony export */ });
/* harmony import */ var _prepare_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1298);
/* harmony import */ var _running_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7589);


function plan(options, surroundings) {
    const use = async (prepared) => {
        const { plan, baseline } = prepared;
        const now = surroundings.now();
        return resultOf({ ...prepared, plan: (0,_running_js__WEBPACK_IMPORTED_MODULE_1__/* .withRunningWarning */ .oz)(plan, { baseline, now }) });
    };
    return (0,_prepare_js__WEBPACK_IMPORTED_MODULE_0__/* .prepare */ .i)(options, { surroundings, use });
}
function resultOf({ plan, warnings, remarks, changeComment }) {
    return { plan, warnings, remarks, changeComment };
}


/***/ }),

/***/ 7589:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TK: () => (/* binding */ deadApplying),
/* harmony export */   Tn: () => (/* binding */ runningFinding),
/* harmony export */   WY: () => (/* binding */ described),
/* harmony export */   W_: () => (/* binding */ isRunning),
/* harmony export */   oz: () => (/* binding */ withRunningWarning)
/* harmony export */ });
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9932);
/* harmony import */ var _model_push_time_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8423);


/** An announcement counts until it expires; one that does not say when, until somebody unlocks. */
function isRunning(applying, now) {
    return applying !== undefined && (applying.until === undefined || now < applying.until);
}
/** The announcement of a run that died: the next one takes it over. */
function deadApplying(applying, now) {
    return isRunning(applying, now) ? undefined : applying;
}
function runningFinding(applying, now) {
    const { problem, until } = applying;
    if (problem !== undefined || until === undefined) {
        return {
            code: 'apply-running',
            message: `Another apply announced itself, and what it announced cannot be read${problem === undefined ? '' : ` (${problem})`}.`,
            hint: 'Wait for it. If no apply is running, remove it with `confighub-sync unlock`.',
        };
    }
    return {
        code: 'apply-running',
        message: `Another apply may still be running: ${described(applying, now)}.`,
        hint: `Wait for it. At ${until.toISOString()} it counts as dead, and the next apply takes over; if it is dead already, \`confighub-sync unlock\` does not wait.`,
    };
}
/** `announced 2 minutes ago by ada, commit 0123456789, https://github.com/…/runs/42`. */
function described({ since, actor, source, run }, now) {
    const seconds = since && Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000));
    const parts = [
        `announced${seconds === undefined ? '' : ` ${(0,_model_push_time_js__WEBPACK_IMPORTED_MODULE_0__/* .duration */ .p)(seconds)} ago`}${actor === undefined ? '' : ` by ${actor}`}`,
        source && `commit ${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .shortCommit */ .A)(source)}`,
        run,
    ];
    return parts.filter((part) => part !== undefined).join(', ');
}
/** The plan of somebody who only looks: what another apply is about to change is not in it. */
function withRunningWarning(plan, { baseline, now }) {
    const applying = baseline.applied?.applying;
    if (!isRunning(applying, now))
        return plan;
    const warning = { severity: 'warning', ...runningFinding(applying, now) };
    return { ...plan, findings: [...plan.findings, warning] };
}


/***/ })

};
