export const id = 704;
export const ids = [704];
export const modules = {

/***/ 2659:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BM: () => (/* binding */ removeApplying),
/* harmony export */   ZJ: () => (/* binding */ declareDead),
/* harmony export */   cC: () => (/* binding */ deadCommit),
/* harmony export */   eV: () => (/* binding */ markOver),
/* harmony export */   iP: () => (/* binding */ announce),
/* harmony export */   ne: () => (/* binding */ withdraw)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _commit_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5022);
/* harmony import */ var _announcement_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8260);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7850);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5356);
/* harmony import */ var _ref_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5126);
/* harmony import */ var _refs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7469);
/* harmony import */ var _snapshot_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9985);
// The announcement of an apply: lock, intent, and test of the permission to write refs, in one commit. [edge]








/** Creates `applying`, only if nobody has, or takes over the dead one that was seen. Throws GitError. */
async function announce(repository, request) {
    const where = repository.origin ? 'origin' : 'local';
    const held = await prepared(repository, { ...request, where });
    const { ref, commit, dead } = held;
    const moved = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRefs */ .Y)(repository, { where, moves: [{ ref, commit, expected: dead?.commit }] });
    if (moved.outcome === 'conflict')
        return { outcome: 'running', commit: moved.values.get(ref), where };
    if (moved.outcome !== 'moved')
        return moved;
    // Whoever came and went between the read and now had applied something that this plan does not know.
    const after = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .refValues */ .y)(repository, { where, refs: [request.ref] });
    const seen = request.applied.where === where ? request.applied.commit : undefined;
    if ('values' in after && after.values.get(request.ref) === seen)
        return { outcome: 'announced', held };
    await withdraw(repository, { held, now: request.now });
    return 'values' in after ? { outcome: 'overtaken' } : { outcome: 'unreachable', reason: after.unreachable };
}
async function prepared(repository, request) {
    const { ref, where, now, until, source, run, actor, summary } = request;
    const dead = request.dead?.where === where ? request.dead : undefined;
    const tree = await (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_6__/* .writeTree */ .WM)(repository, (0,_announcement_js__WEBPACK_IMPORTED_MODULE_2__/* .treeOf */ .g)([request.files, ...(dead?.intents ?? [])]));
    const times = { since: now.toISOString(), expires: until.toISOString() };
    const record = { summary, source, run, actor, ...times, announcement: (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)() };
    const commit = await (0,_commit_js__WEBPACK_IMPORTED_MODULE_1__/* .commitTree */ .SC)(repository, { ...record, tree, parent: undefined, now });
    return { ref: (0,_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .applyingRef */ .M)(ref), where, commit, tree, files: request.files, record, dead, since: now };
}
/** Nothing was sent: things are put back as they were, a dead run's announcement too. */
function withdraw(repository, { held, now }) {
    const { dead } = held;
    if (dead === undefined)
        return swap(repository, { held });
    const { source, run, actor, since = now, until = now } = dead;
    const times = { since: since.toISOString(), expires: until.toISOString() };
    const record = { summary: held.record.summary, source, run, actor, ...times };
    return swap(repository, { held, next: { ...record, tree: `${dead.commit}^{tree}`, now } });
}
/** Says that the run is over and its outcome unknown: the next one takes over at once. */
function markOver(repository, { held, now }) {
    const next = { ...held.record, expires: now.toISOString(), tree: held.tree, now };
    return swap(repository, { held, next });
}
/** Puts another announcement in the place of one's own, or none. It has no parent, so that any clone may push it. */
async function swap(repository, { held, next }) {
    const { ref, where, commit: expected } = held;
    try {
        const commit = next && (await (0,_commit_js__WEBPACK_IMPORTED_MODULE_1__/* .commitTree */ .SC)(repository, { ...next, parent: undefined }));
        return await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRefs */ .Y)(repository, { where, moves: [{ ref, commit, expected }] });
    }
    catch (error) {
        if (!(error instanceof _git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS))
            throw error;
        return { outcome: 'refused', reason: error.message };
    }
}
/**
 * Says that a run is dead, whosever it is: the next apply takes over, and what the run began is not forgotten. What
 * nobody can read is removed.
 */
async function declareDead(repository, { ref, applying }) {
    const { where, commit, problem } = applying;
    if (problem !== undefined)
        return removeApplying(repository, { ref, applying });
    const record = (0,_message_js__WEBPACK_IMPORTED_MODULE_7__/* .parseRecord */ .Hh)(await (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_6__/* .readMessage */ ._8)(repository, commit));
    const dead = await deadCommit(repository, { record, tree: `${commit}^{tree}` });
    return (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRefs */ .Y)(repository, { where, moves: [{ ref: (0,_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .applyingRef */ .M)(ref), commit: dead, expected: commit }] });
}
/** The same commit whoever makes it: a run that is alive after all knows its own announcement again. */
function deadCommit(repository, { record, tree }) {
    // Whatever the clocks of those who read it say.
    const now = new Date(0);
    const next = { ...record, expires: now.toISOString(), tree, parent: undefined };
    return (0,_commit_js__WEBPACK_IMPORTED_MODULE_1__/* .commitTree */ .SC)(repository, { ...next, now, isNobodys: true });
}
/** Takes an announcement away, whosever it is, unless it is another one by now. */
function removeApplying(repository, { ref, applying }) {
    const { where, commit } = applying;
    const moves = [{ ref: (0,_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .applyingRef */ .M)(ref), commit: undefined, expected: commit }];
    return (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRefs */ .Y)(repository, { where, moves });
}


/***/ }),

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
