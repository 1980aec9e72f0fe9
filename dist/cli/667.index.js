export const id = 667;
export const ids = [667];
export const modules = {

/***/ 7667:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ resultOf),
/* harmony export */   plan: () => (/* binding */ plan)
/* harmony export */ });
/* harmony import */ var _prepare_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2610);
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

/***/ 2610:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  G: () => (/* binding */ planAgain),
  i: () => (/* binding */ prepare)
});

// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/options.js
var lib_options = __webpack_require__(1097);
// EXTERNAL MODULE: ./lib/plan/make-plan.js + 25 modules
var make_plan = __webpack_require__(8953);
// EXTERNAL MODULE: ./lib/remote/client.js
var client = __webpack_require__(1827);
// EXTERNAL MODULE: ./lib/remote/http.js
var remote_http = __webpack_require__(6912);
// EXTERNAL MODULE: ./lib/commands/baseline.js + 3 modules
var commands_baseline = __webpack_require__(4575);
// EXTERNAL MODULE: ./lib/commands/inspect.js
var inspect = __webpack_require__(2206);
// EXTERNAL MODULE: ./lib/commands/live.js
var commands_live = __webpack_require__(5186);
// EXTERNAL MODULE: ./lib/commands/project.js
var commands_project = __webpack_require__(2575);
// EXTERNAL MODULE: ./lib/model/placeholders.js
var placeholders = __webpack_require__(3735);
// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/remote/answer.js
var answer = __webpack_require__(4790);
;// CONCATENATED MODULE: ./lib/commands/touched-keys.js
// Without the export: the keys that a plan would touch or name, asked for one by one.





/** What is touched must keep its type; what files name must be there, or the server makes it, locked. */
async function withTouchedKeys(input, reader) {
    const repository = { account: input.target.account, name: input.target.name };
    const { changes } = (0,make_plan/* makePlan */.C)(input);
    const touched = changes.flatMap((change) => (change.kind === 'file' ? [] : [change.key]));
    const state = await (0,commands_live/* withKeyData */.iq)(input.live, { names: distinct(touched), reader, repository });
    if (state === undefined)
        return { ...input, typesKnown: false };
    const named = changes.flatMap((change) => change.kind === 'file' ? (0,placeholders/* placeholdersIn */.Qf)(change.after ?? '') : []);
    const undeclared = distinct(named).filter((name) => !input.desired.keys.has((0,model_state/* keyId */.xs)(name)));
    const isAbsent = async (name) => (await reader.keyData(repository, name)) === undefined;
    return { ...input, live: state, absentKeys: await idsOf(undeclared, isAbsent) };
}
/** Ids of the names of which it is true; none where the server says nothing of keys. */
async function idsOf(names, isTrue) {
    const ids = new Set();
    try {
        await (0,commands_live/* inParallel */.HN)(names, async (name) => {
            if (await isTrue(name))
                ids.add((0,model_state/* keyId */.xs)(name));
        });
    }
    catch (error) {
        if (!(error instanceof answer/* ReadRefused */.LM))
            throw error;
        return new Set();
    }
    return ids;
}
function distinct(names) {
    return [...new Map(names.map((name) => [(0,model_state/* keyId */.xs)(name), name])).values()];
}

;// CONCATENATED MODULE: ./lib/commands/prepare.js










/** Throws before the first request when the files are wrong. */
async function prepare(options, { surroundings, missingEnv = 'error', use }) {
    const project = await (0,commands_project/* openProject */.U8)(options, { surroundings, missingEnv });
    const target = (0,lib_options/* targetOf */.$r)(options, project.project);
    const http = new remote_http/* Http */.l();
    try {
        const { url } = target;
        const connection = {
            http,
            url,
            timeout: options.timeout,
            ...(options.token !== undefined && { token: options.token }),
        };
        surroundings.onStep(`Reading ${target.repository.account}/${target.repository.name}`);
        return await use(await readAndPlan({ project, target, connection, options, onSecret: surroundings.onSecret }));
    }
    finally {
        http.close();
    }
}
async function readAndPlan({ project, target, connection, options, onSecret }) {
    const reader = (0,client/* createReader */.WF)(connection);
    const exporting = (0,commands_live/* readExport */.Jb)(reader, target.repository);
    const reading = (0,commands_baseline/* readBaseline */.m)(project, { target, options });
    // What inspection finds explains the other failures, so it is waited for first.
    for (const promise of [exporting, reading])
        promise.catch(() => undefined);
    const inspection = await (0,inspect/* inspect */.N)(reader, { target, hasToken: options.token !== undefined, ...project });
    const baseline = await reading;
    const live = (0,commands_live/* liveOf */.QA)(await exporting, baseline.pushed);
    const input = await planInput({
        project,
        target,
        connection,
        options,
        onSecret,
        inspection,
        baseline,
        live,
        reader,
    });
    const head = await project.git?.head();
    const plan = (0,make_plan/* makePlan */.C)(input);
    // What the server has of a secret is one as well, and may still be in use.
    for (const change of plan.changes) {
        if (change.kind !== 'key' && change.secret && change.before)
            onSecret(change.before);
    }
    for (const change of plan.drift) {
        if (change.kind !== 'key' && change.secret && change.after)
            onSecret(change.after);
    }
    return {
        project,
        target,
        connection,
        reader,
        baseline,
        input,
        plan,
        warnings: project.diagnostics,
        remarks: baseline.warnings,
        changeComment: changeComment(options, head),
        ...(head && { head }),
    };
}
/** The message of the commit; the server cannot store NUL, and a blank comment tells nobody anything. */
function changeComment(options, head) {
    const message = (options.changeComment ?? head?.message ?? '').replaceAll('\0', '').trim();
    return message === '' ? 'confighub-sync apply' : message;
}
async function planInput(known) {
    const { project, target, options, inspection, baseline, live } = known;
    const prune = options.prune ?? project.project.prune;
    const input = {
        target: { url: target.url, ...target.repository, levels: inspection.info.levels },
        settings: {
            vdtEnabled: inspection.info.vdtEnabled,
            securityEnabled: inspection.info.securityEnabled,
        },
        desired: project.state,
        live: live.state,
        liveSource: live.source,
        prune,
        onDrift: options.onDrift ?? project.project.onDrift,
        scope: project.project.scope,
        isProtected: (0,secrets/* nameMatcher */.M)(project.project.protect),
        listUnmanaged: options.unmanaged,
        isSecretName: (0,secrets/* secretNames */.X)(project.project.redact),
        passwordOf: project.passwords.of,
        hasToken: options.token !== undefined,
        notes: [...liveNotes(live), ...[baseline.note ?? []].flat(), ...pruneNotes({ prune, live, baseline })],
        allowNewContexts: project.project.allowNewContexts,
        forceKeyPush: project.project.forceKeyPush,
        maxDeletes: project.project.maxDeletes,
        force: options.force,
        typesKnown: true,
        ...(project.project.batch !== undefined && { batch: project.project.batch }),
        ...(baseline.state && { baseline: baseline.state }),
        ...(baseline.announced && { announced: baseline.announced }),
        ...(inspection.elements && { elements: inspection.elements }),
    };
    return live.source === 'export' ? input : withTouchedKeys(input, known.reader);
}
const LIVE_NOTES = {
    baseline: 'The server does not let this project read what the repository holds, so the plan compares with what was last applied: what others changed since then is not seen.',
    none: 'The server does not let this project read what the repository holds, and nothing was applied from here before: every declared item is written.',
};
function liveNotes({ source }) {
    return source === 'export' ? [] : [LIVE_NOTES[source]];
}
function pruneNotes({ prune, live, baseline, }) {
    if (prune === 'managed' && baseline.state === undefined)
        return [`Nothing is pruned: ${baseline.reason}.`];
    if (prune === 'all' && live.source !== 'export') {
        return [
            '`prune: all` cannot see what else the repository holds, so it deletes only what was last applied.',
        ];
    }
    return [];
}
/** The states read anew and compared again; used after a push. */
async function planAgain({ input, reader, target }) {
    const exported = await (0,commands_live/* readExport */.Jb)(reader, target.repository);
    if ('refusal' in exported)
        return undefined;
    return (0,make_plan/* makePlan */.C)({ ...input, live: exported });
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
