export const id = 281;
export const ids = [281];
export const modules = {

/***/ 5662:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   drift: () => (/* binding */ drift)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8953);
/* harmony import */ var _prepare_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2610);
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
    const { announced: _, ...settled } = input;
    return { ...(0,_plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .makePlan */ .C)({ ...settled, desired: baseline, onDrift: 'keep' }), changes: [], findings: [] };
}
const APPLY_FIRST = 'Apply once, or name what was applied with --baseline.';
const GIVE_TOKEN = "Give a token, or allow token-free reading in the repository's settings.";
function unknown(why, hint) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({ code: 'drift-unknown', message: `Drift cannot be told: ${why}.`, hint });
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


/***/ })

};
