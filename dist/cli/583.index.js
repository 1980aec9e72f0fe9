export const id = 583;
export const ids = [583];
export const modules = {

/***/ 4583:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  plan: () => (/* binding */ plan),
  B: () => (/* binding */ resultOf)
});

// EXTERNAL MODULE: ./lib/commands/base.js + 1 modules
var commands_base = __webpack_require__(6907);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/plan/make-plan.js + 28 modules
var make_plan = __webpack_require__(1985);
;// CONCATENATED MODULE: ./lib/plan/offline.js
/**
 * Live with head's own item wherever both take an unknown text from the same variable: whatever it holds, the two are
 * the same.
 */
function withSameVariables(live, head) {
    const keys = Array.from(live.keys, ([id, key]) => {
        const values = Array.from(key.values, ([context, value]) => {
            return [context, sameOr(value, head.keys.get(id)?.values.get(context))];
        });
        return [id, { ...key, values: new Map(values) }];
    });
    const files = Array.from(live.files, ([id, file]) => {
        return [id, sameOr(file, head.files.get(id))];
    });
    return { keys: new Map(keys), files: new Map(files) };
}
function sameOr(item, other) {
    if (!item.unknown || !other?.unknown || item.variable === undefined)
        return item;
    return item.variable === other.variable ? other : item;
}
/** What cannot be compared is declared in another way, so it is a change; what the server holds is not known. */
function offlinePlan(plan) {
    const { unmanagedItems: _, ...rest } = plan;
    return { ...rest, unmanaged: 0, changes: plan.changes.map(declared), drift: [] };
}
function declared({ rewritten, ...change }) {
    return rewritten ? { ...change, cause: 'declared' } : change;
}

// EXTERNAL MODULE: ./lib/plan/safety.js + 1 modules
var safety = __webpack_require__(393);
// EXTERNAL MODULE: ./lib/commands/change-comment.js + 1 modules
var change_comment = __webpack_require__(6739);
// EXTERNAL MODULE: ./lib/commands/policy.js
var policy = __webpack_require__(2182);
// EXTERNAL MODULE: ./lib/commands/project.js + 3 modules
var commands_project = __webpack_require__(3753);
;// CONCATENATED MODULE: ./lib/commands/offline.js
// `plan --offline`: head against base, without a server and without a token; for pull requests that have no secrets.










/** Values of variables differ between those who may see them and those who may not; their names do not. */
const NO_VALUES = {};
/** Throws {@link CommandError} without a base, or with one that is not there: nothing could be compared. */
async function planOffline(options, surroundings) {
    const { base: revision } = options;
    if (revision === undefined || options.baseline !== undefined)
        throw badOptions(options);
    const project = await (0,commands_project/* openProject */.U8)(options, { surroundings, missingEnv: 'warning', values: NO_VALUES });
    const { onSecret } = surroundings;
    const answer = await (0,commands_base/* readBase */.w)(project, { revision, env: NO_VALUES, onSecret });
    if ('unknown' in answer)
        throw answer.unknown;
    const made = offlinePlan((0,make_plan/* makePlan */.C)(inputOf({ project, options, answer })));
    const base = 'base' in answer ? answer.base : undefined;
    const { git } = project;
    const head = await git?.head();
    const compared = base && { base: { commit: base.commit }, safety: (0,safety/* safetyChanges */.o)(base, project) };
    return {
        plan: { ...made, ...compared },
        warnings: project.diagnostics.filter(({ code }) => code !== 'env-missing'),
        remarks: 'unreadable' in answer ? [`There is no base: ${answer.unreadable}.`] : [],
        changeComment: await (0,change_comment/* changeComment */.E)(options, { git, head, surroundings }),
    };
}
function inputOf({ project, options, answer }) {
    const base = 'base' in answer && !answer.base.isEmpty ? answer.base : undefined;
    return {
        ...(0,policy/* policyOf */.U)(project, options),
        // A password that is missing here is not missing where an apply runs.
        passwordOf: (group) => (project.passwords.variables.has(group) ? 'not known offline' : undefined),
        target: targetOf({ project, options, base }),
        settings: { vdtEnabled: true },
        desired: project.state,
        live: base === undefined ? (0,state/* emptyState */.p$)() : withSameVariables((0,make_plan/* standIn */.u)(base.state), project.state),
        liveSource: 'base' in answer ? 'base' : 'none',
        ...(base && { baseline: base.state }),
        listUnmanaged: false,
        hasToken: true,
        notes: [noteOf(answer)],
        isOffline: true,
        typesKnown: true,
    };
}
/** A pull request from elsewhere may lack even the address. */
function targetOf({ project, options, base }) {
    const { url = '', repository = { account: '', name: '' } } = { ...project.project, ...options };
    const depth = project.depth?.levels ?? base?.depth?.levels ?? 1;
    const levels = project.project.levels ?? Array.from({ length: depth }, (_, i) => `Level ${i + 1}`);
    return { url, ...repository, levels };
}
function noteOf(answer) {
    if ('unreadable' in answer)
        return 'Made offline, and without a base that can be read: every declared item is shown as new.';
    return `Made offline, against what commit ${(0,apply_entry/* shortCommit */.A)(answer.base.commit)} declares: what only the server knows, and the values of variables, are not checked.`;
}
function badOptions({ base }) {
    const message = base === undefined
        ? 'Offline, a plan needs a base to compare with.'
        : 'Offline, a plan is compared with its base: it takes no baseline.';
    const hint = base === undefined ? 'Give --base <revision>.' : 'Leave out --baseline and --no-baseline.';
    return new errors/* CommandError */.Q({ code: 'bad-option', message, hint });
}

// EXTERNAL MODULE: ./lib/commands/prepare.js + 1 modules
var prepare = __webpack_require__(7257);
// EXTERNAL MODULE: ./lib/commands/running.js
var running = __webpack_require__(7589);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/baseline/find-commit.js
var find_commit = __webpack_require__(36);
// EXTERNAL MODULE: ./lib/baseline/git.js
var git = __webpack_require__(6263);
// EXTERNAL MODULE: ./lib/baseline/snapshot.js + 1 modules
var snapshot = __webpack_require__(9985);
// EXTERNAL MODULE: ./lib/baseline/work-tree.js
var work_tree = __webpack_require__(3263);
// EXTERNAL MODULE: ./lib/desired/load.js + 13 modules
var load = __webpack_require__(6552);
// EXTERNAL MODULE: ./lib/desired/project-files.js
var project_files = __webpack_require__(4501);
;// CONCATENATED MODULE: ./lib/commands/trust.js
// Which address a token may go to where the files come from a pull request: one that its base names as well.








/**
 * Why the server must not be asked, in a whole sentence; `undefined`: it may be. Without a token there is nothing to
 * protect, and an address that the workflow gives (`options.url`) is not the pull request's.
 */
async function distrust(options, surroundings) {
    if (!options.untrusted || options.token === undefined || options.url !== undefined)
        return undefined;
    const { url } = (0,commands_project/* readProjectFile */.SI)(options, surroundings);
    if (url === undefined || url === (await baseUrl(options, surroundings)))
        return undefined;
    return 'Planned without the server: only this branch names its address (`url`), not the branch that it goes to, and a token is sent to no such address. Give the workflow the input `url`, or merge the address first.';
}
/** `url` of the project file as the base has it. */
async function baseUrl({ config, base }, { cwd, env, forge }) {
    const path = (0,external_node_path_.resolve)(cwd, config);
    try {
        const git = await (0,work_tree/* openRepository */.h)((0,external_node_path_.dirname)(path), { env: { ...env }, forge });
        const commit = git && base !== undefined ? await (0,find_commit/* findCommit */.f)(git, base) : undefined;
        if (git === undefined || commit === undefined)
            return undefined;
        const listed = await (0,snapshot/* listFolder */.bt)(git, { commit, folder: git.folder });
        const entries = listed.filter((entry) => entry.path === (0,external_node_path_.basename)(path));
        const files = (0,project_files/* filesInMemory */._o)(await (0,snapshot/* readContents */.r0)(git, { commit, entries }));
        return (0,load/* loadProjectFile */.kB)(files, (0,external_node_path_.basename)(path)).url;
    }
    catch (error) {
        if (error instanceof git/* GitError */.XS)
            return undefined;
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/commands/plan.js





async function plan(options, surroundings) {
    if (options.offline)
        return planOffline(options, surroundings);
    const doubt = await distrust(options, surroundings);
    if (doubt !== undefined) {
        const result = await planOffline(options, surroundings);
        return { ...result, remarks: [doubt, ...result.remarks] };
    }
    const use = async (prepared) => {
        const compared = (0,commands_base/* withBase */.c)(prepared, options);
        const now = surroundings.now();
        const plan = (0,running/* withRunningWarning */.oz)(compared.plan, { baseline: prepared.baseline, now });
        return resultOf({ ...prepared, plan, remarks: [...prepared.remarks, ...compared.remarks] });
    };
    return (0,prepare/* prepare */.i)(options, { surroundings, use });
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
