export const id = 281;
export const ids = [281];
export const modules = {

/***/ 6739:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  E: () => (/* binding */ changeComment)
});

// UNUSED EXPORTS: storable

;// CONCATENATED MODULE: ./lib/baseline/branch.js
/** `undefined` where a commit is checked out and no branch, as on a tag or a pull request. */
async function currentBranch(git) {
    const found = await git.git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
    return found.status === 0 ? found.stdout.toString().trim() : undefined;
}

// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/model/comment-template.js
var comment_template = __webpack_require__(3147);
;// CONCATENATED MODULE: ./lib/commands/change-comment.js
// The comment that a push carries: the template that was given, filled with what is known here, as the server can store it.



const DEFAULT_TEMPLATE = '{message}';
/** A blank comment tells nobody anything. */
const DEFAULT_COMMENT = 'confighub-sync apply';
/** The longest that a real server was seen to store (behaviour.md, section 16). */
const MAX_LENGTH = 100_000;
/** With what was approved in a line of its own, whatever the template says. */
async function changeComment(options, applied) {
    const template = options.changeComment ?? DEFAULT_TEMPLATE;
    const comment = storable((0,comment_template/* fillTemplate */.ou)(template, await factsOf(applied, new Set((0,comment_template/* placeholdersIn */.Qf)(template)))));
    const { forced } = applied.plan ?? {};
    return forced === undefined ? comment : `${comment}\n\nForced: ${forced}`;
}
/** Only for what is used is anybody asked. */
async function factsOf({ git, head, surroundings }, used) {
    const { actor, run, facts } = surroundings;
    const message = head?.message.trim();
    const branch = async () => facts?.branch ?? (git && (await currentBranch(git)));
    const number = used.has('pull-request') ? await facts?.pullRequest?.() : undefined;
    return {
        message,
        subject: message?.split(/\r?\n/, 1)[0],
        sha: head?.commit,
        'short-sha': head && (0,apply_entry/* shortCommit */.A)(head.commit),
        branch: used.has('branch') ? await branch() : undefined,
        repository: facts?.repository,
        'pull-request': number?.toString(),
        actor,
        workflow: oneLine(facts?.workflow),
        run,
    };
}
/** The name of a workflow is whatever its author wrote. */
function oneLine(text) {
    return text?.replace(/\s+/g, ' ').trim();
}
/** Without NUL, which makes the server refuse the push; without half characters, which no request can carry. */
function storable(text) {
    const clean = text
        .replaceAll('\0', '')
        .replace(/\p{Cs}/gu, '\ufffd')
        .trim();
    if (clean === '')
        return DEFAULT_COMMENT;
    if (clean.length <= MAX_LENGTH)
        return clean;
    const cut = clean.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
    return `${cut.trimEnd()}…`;
}


/***/ }),

/***/ 3281:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   drift: () => (/* binding */ drift)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1985);
/* harmony import */ var _prepare_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4720);
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


/***/ }),

/***/ 4720:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  i: () => (/* binding */ prepare)
});

// EXTERNAL MODULE: ./lib/plan/make-plan.js + 28 modules
var make_plan = __webpack_require__(1985);
// EXTERNAL MODULE: ./lib/commands/baseline.js + 1 modules
var commands_baseline = __webpack_require__(8714);
// EXTERNAL MODULE: ./lib/commands/change-comment.js + 1 modules
var change_comment = __webpack_require__(6739);
// EXTERNAL MODULE: ./lib/baseline/applied.js
var baseline_applied = __webpack_require__(2662);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/scope.js
var model_scope = __webpack_require__(997);
// EXTERNAL MODULE: ./lib/options.js + 1 modules
var lib_options = __webpack_require__(5413);
// EXTERNAL MODULE: ./lib/remote/client.js + 3 modules
var client = __webpack_require__(2479);
// EXTERNAL MODULE: ./lib/commands/connect.js + 7 modules
var connect = __webpack_require__(6347);
// EXTERNAL MODULE: ./lib/commands/inspect.js
var inspect = __webpack_require__(2206);
// EXTERNAL MODULE: ./lib/commands/live.js
var commands_live = __webpack_require__(5186);
// EXTERNAL MODULE: ./lib/commands/project.js + 3 modules
var commands_project = __webpack_require__(3753);
;// CONCATENATED MODULE: ./lib/commands/early.js
// The first requests of a command, under way before the documents are read: reading them costs nothing while a server answers.










/** Only reads. What is wrong with the target or the way to it is thrown. */
async function startReading(project, options, surroundings) {
    const target = (0,lib_options/* targetOf */.$r)(options, project);
    const connection = await (0,connect/* connect */.N)(target.url, options, surroundings);
    const reader = (0,client/* createReader */.WF)(connection);
    const what = needsEverything(project, options) ? 'everything' : 'keys';
    const answer = what === 'keys' ? (0,commands_live/* readExportedKeys */.Cf)(reader, target.repository) : (0,commands_live/* readExport */.Jb)(reader, target.repository);
    answer.catch(() => undefined);
    const asked = (0,inspect/* ask */.kA)(reader, { target, hasToken: options.token !== undefined });
    const opening = (0,commands_project/* openAround */.Co)(options, surroundings);
    const applied = opening.then((git) => {
        // Wanted later: Git reads it meanwhile.
        git?.head().catch(() => undefined);
        return git && (0,baseline_applied/* readApplied */.W)(git, (0,commands_baseline/* refOf */.H)(git, target));
    });
    applied.catch(() => undefined);
    return { target, connection, reader, asked, exporting: { what, answer }, opening, applied };
}
/** What a mirror deletes, and what nobody declares, is where nobody looks for it. */
function needsEverything({ prune, scope }, options) {
    return (options.prune ?? prune) === 'all' || scope !== model_scope/* WHOLE_REPOSITORY */.D || options.unmanaged;
}
/** `undefined` where something is wrong: whoever reads the whole project finds and tells it. */
async function startEarly(options, surroundings) {
    try {
        if (!(0,commands_project/* hasProjectFile */.k8)(options, surroundings))
            return undefined;
        return await startReading((0,commands_project/* readProjectFile */.SI)(options, surroundings), options, surroundings);
    }
    catch (error) {
        if (error instanceof errors/* CommandError */.Q)
            return undefined;
        throw error;
    }
}

// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/same-json.js
var same_json = __webpack_require__(558);
// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/remote/asked-context.js
var asked_context = __webpack_require__(7832);
// EXTERNAL MODULE: ./lib/commands/pulls.js + 3 modules
var commands_pulls = __webpack_require__(4257);
;// CONCATENATED MODULE: ./lib/commands/pieces.js
// Live in pieces: keys and files by an export without values, and one pull for each context that is declared.






/** With more contexts their pulls take as long as the export: 18 µs for each key, where it takes 200 (behaviour.md, section 16). */
const MAX_CONTEXTS = 10;
/**
 * What the whole export would show, in a tenth of the time that a real server takes for it; `undefined` where that
 * cannot be said: the server counts more than was read, or shows something otherwise than it is stored.
 */
async function readInPieces(from) {
    const { keys, info } = from;
    const answers = keys.keys.size === info.keyCount ? await readRows(from) : undefined;
    if (answers === undefined)
        return undefined;
    let values = 0;
    for (const { id, context, rows } of answers) {
        values += rows.length;
        for (const row of rows) {
            const key = keys.keys.get((0,model_state/* keyId */.xs)(row.key));
            if (key === undefined || !isAsStored(key, { id, row, declared: from }))
                return undefined;
            key.values.set(id, { context, text: row.text });
        }
    }
    return values === info.valueCount ? keys : undefined;
}
/** `undefined` where pulls are no help. */
async function readRows(from) {
    const { reader, repository, info, now } = from;
    const contexts = contextsOf(from);
    if (contexts.size > MAX_CONTEXTS)
        return undefined;
    const asked = (0,asked_context/* askedContexts */.r)({ now: now().getTime() });
    const read = async ([id, context]) => {
        const full = (0,model_context/* fullContext */.NH)(context, info.levels.length);
        const ask = () => reader.rows(repository, { asked: asked(full), context: full });
        // Asked again in another way, the answer is not the one that a cache has kept for others.
        const rows = (await ask()) ?? (await ask());
        if (rows === undefined)
            throw new commands_pulls/* OthersAnswer */.Uf();
        return { id, context, rows };
    };
    try {
        return await Promise.all(Array.from(contexts, read));
    }
    catch (error) {
        // Whatever is wrong with pulls, the export may be had all the same, or says itself what is wrong.
        if (error instanceof errors/* CommandError */.Q || error instanceof commands_pulls/* OthersAnswer */.Uf)
            return undefined;
        throw error;
    }
}
function contextsOf({ desired, baseline = desired }) {
    const contexts = new Map();
    for (const state of new Set([desired, baseline])) {
        for (const { values } of state.keys.values())
            for (const [id, { context }] of values)
                if (!contexts.has(id))
                    contexts.set(id, context);
    }
    return contexts;
}
/**
 * What a cipher guards is shown in the clear to a token that has its password, and as it is stored to all others. Maps and
 * lists are shown parsed: enough to see that they are what was declared and applied, and not to show a change of them.
 */
function isAsStored(key, { id, row, declared }) {
    if (row.securityGroup !== key.securityGroup)
        return false;
    if (!row.isParsed && key.vdt !== 'Map' && key.vdt !== 'List')
        return true;
    const { desired, baseline } = declared;
    const known = [desired, baseline].map((state) => state?.keys.get((0,model_state/* keyId */.xs)(key.name))?.values.get(id));
    return known.every((item) => item === undefined || isParsedAs(item, row.text));
}
function isParsedAs({ text, native, absent }, shown) {
    return native === true && !absent && text !== null && shown !== null && (0,same_json/* sameJson */.V)(text, shown);
}

// EXTERNAL MODULE: ./lib/commands/plan-input.js + 1 modules
var plan_input = __webpack_require__(5485);
;// CONCATENATED MODULE: ./lib/commands/prepare.js










/** Throws where the files are wrong: nothing but reads was asked for then. */
async function prepare(options, { surroundings, missingEnv = 'error', use }) {
    let started = await startEarly(options, surroundings);
    try {
        const project = await (0,commands_project/* openProject */.U8)(options, {
            surroundings,
            missingEnv,
            ...(started && { opening: started.opening }),
        });
        started ??= await startReading(project.project, options, surroundings);
        const { account, name } = started.target.repository;
        surroundings.onStep(`Reading ${account}/${name}`);
        return await use(await readAndPlan({ ...started, project, options, surroundings }));
    }
    finally {
        started?.connection.http.close();
    }
}
async function readAndPlan(opened) {
    const { project, target, connection, reader, options, surroundings } = opened;
    const reading = (0,commands_baseline/* readBaseline */.m)(project, { target, options, applied: opened.applied });
    // What inspection finds explains the other failures, so it is waited for first.
    reading.catch(() => undefined);
    const exporting = readExported(opened, reading);
    exporting.catch(() => undefined);
    const hasToken = options.token !== undefined;
    const inspection = await (0,inspect/* inspect */.Nn)(opened.asked, { target, ...project });
    const baseline = await reading;
    const pulls = (0,commands_pulls/* pullSource */.l1)(opened, { reader, inspection });
    const live = await (0,commands_live/* liveOf */.QA)(await exporting, {
        baseline: baseline.pushed,
        ...(hasToken && { pulls: () => (0,commands_pulls/* pullsOf */.w0)(pulls, { desired: project.state, ...baseline }) }),
    });
    const input = await (0,plan_input/* planInput */.y)({ ...opened, inspection, baseline, live, reader });
    const head = await project.git?.head();
    const plan = (0,make_plan/* makePlan */.C)(input);
    announceSecrets(plan, surroundings.onSecret);
    return {
        project,
        target,
        connection,
        reader,
        pulls,
        baseline,
        input,
        plan,
        warnings: project.diagnostics,
        remarks: baseline.warnings,
        changeComment: await (0,change_comment/* changeComment */.E)(options, { git: project.git, head, plan, surroundings }),
        ...(head && { head }),
    };
}
/** In pieces where these are all there is, as a whole otherwise. */
async function readExported(opened, reading) {
    const { project, target, reader, exporting, asked, surroundings } = opened;
    const { repository } = target;
    const exported = await exporting.answer;
    if (exporting.what === 'everything' || 'refusal' in exported)
        return exported;
    const { state: baseline } = await reading;
    const info = (0,inspect/* infoOf */._U)(await asked.repositories, repository);
    const declared = { desired: project.state, ...(baseline && { baseline }) };
    const pieces = { ...declared, keys: exported, reader, repository, now: surroundings.now };
    return (info && (await readInPieces({ ...pieces, info }))) ?? (0,commands_live/* readExport */.Jb)(reader, repository);
}
/** What the server has of a secret is one as well, and may still be in use. */
function announceSecrets({ changes, drift }, onSecret) {
    const announce = (change, side) => {
        if (change.kind !== 'key' && change.secret && change[side])
            onSecret(change[side]);
    };
    for (const change of changes)
        announce(change, 'before');
    for (const change of drift)
        announce(change, 'after');
}


/***/ })

};
