export const id = 704;
export const ids = [704];
export const modules = {

/***/ 2763:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ recordPlace)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _baseline_work_tree_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3263);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5413);
/* harmony import */ var _baseline_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8714);
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3753);
// Where a target's applies are recorded, for commands that look there and need no documents.






/** Throws {@link CommandError} outside Git. */
async function recordPlace(options, surroundings) {
    const { cwd, env, forge } = surroundings;
    const target = (0,_options_js__WEBPACK_IMPORTED_MODULE_3__/* .targetOf */ .$r)(options, (0,_project_js__WEBPACK_IMPORTED_MODULE_5__/* .readProjectFile */ .SI)(options, surroundings));
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(cwd, options.config));
    const git = await (0,_baseline_work_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .openRepository */ .h)(folder, { env: { ...env }, forge }).catch(_project_js__WEBPACK_IMPORTED_MODULE_5__/* .gitProblem */ .w0);
    if (git !== undefined)
        return { git, ref: (0,_baseline_js__WEBPACK_IMPORTED_MODULE_4__/* .refOf */ .H)(git, target) };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
        code: 'no-git',
        message: 'This folder is in no Git repository, and applies are recorded in one.',
        hint: 'Run it in the folder of the project.',
    });
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


/***/ }),

/***/ 704:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   unlock: () => (/* binding */ unlock)
/* harmony export */ });
/* harmony import */ var _baseline_applied_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2662);
/* harmony import */ var _baseline_applying_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2659);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3753);
/* harmony import */ var _record_place_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2763);
/* harmony import */ var _running_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7589);
// unlock: declares dead an apply that announced itself and will never end, so that the next one takes over at once.






/** Throws where somebody was faster, or where origin does not let go of the ref. */
async function unlock(options, surroundings) {
    const { git, ref } = await (0,_record_place_js__WEBPACK_IMPORTED_MODULE_4__/* .recordPlace */ .Z)(options, surroundings);
    surroundings.onStep('Looking for an announced apply');
    const { applying, where, warnings } = await (0,_baseline_applied_js__WEBPACK_IMPORTED_MODULE_0__/* .readApplied */ .W)(git, ref).catch(_project_js__WEBPACK_IMPORTED_MODULE_3__/* .gitProblem */ .w0);
    if (applying === undefined) {
        // Nobody can say that there is none where it would be.
        if (git.origin && where === 'local' && warnings[0] !== undefined)
            throw failed(warnings[0]);
        return {};
    }
    if (!(0,_running_js__WEBPACK_IMPORTED_MODULE_5__/* .isRunning */ .W_)(applying, surroundings.now()))
        return {};
    const moved = await (0,_baseline_applying_js__WEBPACK_IMPORTED_MODULE_1__/* .declareDead */ .ZJ)(git, { ref, applying }).catch(_project_js__WEBPACK_IMPORTED_MODULE_3__/* .gitProblem */ .w0);
    if (moved.outcome === 'conflict')
        throw failed('Another apply announced itself, or this one ended, meanwhile.');
    if (moved.outcome !== 'moved')
        throw failed(`The announcement cannot be changed: ${moved.reason}`);
    const { source, actor, run, since } = applying;
    return {
        removed: {
            ...(source !== undefined && { commit: source }),
            ...(actor !== undefined && { actor }),
            ...(run !== undefined && { run }),
            ...(since && { since: since.toISOString() }),
            text: (0,_running_js__WEBPACK_IMPORTED_MODULE_5__/* .described */ .WY)(applying, surroundings.now()),
        },
    };
}
function failed(message) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({ code: 'not-unlocked', message, hint: 'Try again.' });
}


/***/ }),

/***/ 8423:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ expectedSeconds),
/* harmony export */   p: () => (/* binding */ duration)
/* harmony export */ });
// How long a push takes a real server: its time grows with the square of what one request touches (behaviour.md, section 16).
/** 10,000 new values in one request were measured at 310 seconds. */
const SECONDS_PER_SQUARE = 310 / 10_000 ** 2;
/** Seconds, rounded up, for so many values and files in one request. */
function expectedSeconds(count) {
    return Math.ceil(count ** 2 * SECONDS_PER_SQUARE);
}
/** `25 seconds`, `6 minutes`. */
function duration(seconds) {
    return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}


/***/ })

};
