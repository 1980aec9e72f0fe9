export const id = 257;
export const ids = [257];
export const modules = {

/***/ 6907:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  w: () => (/* binding */ readBase),
  c: () => (/* binding */ withBase)
});

// EXTERNAL MODULE: ./lib/baseline/find-commit.js
var find_commit = __webpack_require__(36);
// EXTERNAL MODULE: ./lib/baseline/git.js
var baseline_git = __webpack_require__(6263);
// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/plan/make-plan.js + 28 modules
var make_plan = __webpack_require__(1985);
// EXTERNAL MODULE: ./lib/model/plan.js
var model_plan = __webpack_require__(2774);
;// CONCATENATED MODULE: ./lib/plan/pending.js
// Which changes of a plan were pending before its branch: those that the plan of the base has too, to the same effect.

/** @param before the changes of the base's own plan, made against the same live and baseline */
function withPending(plan, { commit, before }) {
    const effects = new Set(before.map(effectOf));
    const changes = plan.changes.map((change) => {
        return effects.has(effectOf(change)) ? { ...change, pending: true } : change;
    });
    const pending = changes.filter((change) => change.pending && (0,model_plan/* isCounted */.he)(change)).length;
    // Otherwise live holds only what this branch declares, and nothing is known of the rest.
    const dropped = plan.live === 'export' ? { dropped: countDropped(before, changes) } : {};
    return { ...plan, changes, base: { commit, pending, ...dropped } };
}
/** Items that base would change and head leaves alone. One that head changes in another way is a change of head. */
function countDropped(before, changes) {
    const items = new Set(changes.map(itemOf));
    return before.filter((change) => (0,model_plan/* isCounted */.he)(change) && !items.has(itemOf(change))).length;
}
/** The same names are one item to the server, however they are written. */
function itemOf(change) {
    const context = 'context' in change ? change.context.toLowerCase() : '';
    const address = (0,model_plan/* addressOf */.ci)(change);
    return JSON.stringify([change.kind, change.kind === 'file' ? address : address.toLowerCase(), context]);
}
/** What becomes of which item; not why, nor which line says so, nor what else happens to its key. */
function effectOf(change) {
    const { action, rewritten = false } = change;
    return JSON.stringify([itemOf(change), action, rewritten, ...contentOf(change)]);
}
function contentOf(change) {
    if (change.kind === 'key')
        return [sorted(change.before), sorted(change.after), change.whole ?? false];
    const there = [change.before !== undefined, change.after !== undefined];
    const group = change.kind === 'file' ? change.securityGroup : undefined;
    return [...there, change.before, change.after, group ?? null];
}
function sorted(metadata = {}) {
    return Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
}

// EXTERNAL MODULE: ./lib/plan/safety.js + 1 modules
var safety = __webpack_require__(393);
// EXTERNAL MODULE: ./lib/commands/first-mistake.js
var first_mistake = __webpack_require__(5957);
// EXTERNAL MODULE: ./lib/commands/policy.js
var policy = __webpack_require__(2182);
// EXTERNAL MODULE: ./lib/commands/project.js + 3 modules
var project = __webpack_require__(3753);
// EXTERNAL MODULE: ./lib/commands/revision.js
var commands_revision = __webpack_require__(8261);
;// CONCATENATED MODULE: ./lib/commands/base.js
// `--base <revision>`: the commit that a branch goes to, read by the same parser, and what its own plan would be.










/** A project that is yet to begin is no mistake of the base. */
function isBeginning({ severity, code }) {
    return severity === 'warning' || code === 'no-project-file' || code === 'no-documents';
}
async function readBase({ git, projectFile }, { revision, env, onSecret }) {
    const commit = git && (await (0,find_commit/* findCommit */.f)(git, revision));
    if (git === undefined || commit === undefined)
        return { unknown: (0,commands_revision/* unknownRevision */.EX)(git, `The base is to be the commit \`${revision}\``) };
    try {
        const loaded = await (0,commands_revision/* loadCommit */.qi)(git, { commit, projectFile, env, missingEnv: 'warning' });
        (0,project/* announceSecrets */.no)(loaded, onSecret);
        const mistake = (0,first_mistake/* firstMistake */.$)(loaded);
        const isEmpty = mistake !== undefined && loaded.diagnostics.every(isBeginning);
        if (mistake === undefined || isEmpty)
            return { base: { ...loaded, commit, isEmpty } };
        return { unreadable: `the documents of ${(0,apply_entry/* shortCommit */.A)(commit)} cannot be read (${mistake})` };
    }
    catch (error) {
        if (!(error instanceof baseline_git/* GitError */.XS))
            throw error;
        return { unreadable: error.message };
    }
}
/** The plan with what its base says of it. A base that cannot be read is a warning. */
function withBase(prepared, options) {
    const { plan, project, base: answer } = prepared;
    if (answer === undefined)
        return { plan, remarks: [] };
    if (!('base' in answer))
        return { plan, remarks: [noBase(answer)] };
    const { base } = answer;
    const before = changesOf(base, { ...prepared, options });
    return {
        plan: { ...withPending(plan, { commit: base.commit, before }), safety: (0,safety/* safetyChanges */.o)(base, project) },
        remarks: [],
    };
}
function noBase(answer) {
    if ('unreadable' in answer)
        return `There is no base: ${answer.unreadable}.`;
    return [answer.unknown.message, answer.unknown.hint].join(' ');
}
/** What an apply of the base would push now. */
function changesOf(base, { input, target, options }) {
    const { url, repository } = { ...base.project, ...options };
    const isSameTarget = url === target.url &&
        repository?.account === target.repository.account &&
        repository.name === target.repository.name;
    const depth = base.depth?.levels ?? input.target.levels.length;
    if (base.isEmpty || !isSameTarget || depth !== input.target.levels.length)
        return [];
    const { batch: _, ...common } = input;
    const own = { ...common, ...(0,policy/* policyOf */.U)(base, options), desired: base.state, notes: [] };
    return (0,make_plan/* makePlan */.C)(own).changes;
}


/***/ }),

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

/***/ 1654:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  e: () => (/* binding */ declaredIn),
  E: () => (/* binding */ exported)
});

// EXTERNAL MODULE: ./lib/remote/client.js + 2 modules
var client = __webpack_require__(3034);
// EXTERNAL MODULE: ./lib/commands/inspect.js
var inspect = __webpack_require__(2206);
// EXTERNAL MODULE: ./lib/commands/live.js
var live = __webpack_require__(5186);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/same-json.js
var same_json = __webpack_require__(558);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/remote/asked-context.js
var asked_context = __webpack_require__(7832);
// EXTERNAL MODULE: ./lib/commands/pulls.js + 3 modules
var pulls = __webpack_require__(4257);
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
    const isWorthIt = keys.keys.size === info.keyCount && !changesParsed(from);
    const answers = isWorthIt ? await readRows(from) : undefined;
    if (answers === undefined)
        return undefined;
    let values = 0;
    for (const { id, rows } of answers) {
        values += rows.length;
        for (const row of rows) {
            const key = keys.keys.get((0,state/* keyId */.xs)(row.key));
            if (key === undefined || !isAsStored(key, { id, row, declared: from }))
                return undefined;
            key.values.set(id, { context: row.context, text: row.text });
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
            throw new pulls/* OthersAnswer */.Uf();
        return { id, rows };
    };
    try {
        return await Promise.all(Array.from(contexts, read));
    }
    catch (error) {
        // Whatever is wrong with pulls, the export may be had all the same, or says itself what is wrong.
        if (error instanceof errors/* CommandError */.Q || error instanceof pulls/* OthersAnswer */.Uf)
            return undefined;
        throw error;
    }
}
function contextsOf({ desired, baseline = desired }) {
    const contexts = new Map();
    for (const state of new Set([desired, baseline])) {
        for (const { values } of state.keys.values()) {
            // A context is known by its id: the values themselves lie all over memory.
            for (const id of values.keys()) {
                const context = contexts.has(id) ? undefined : values.get(id)?.context;
                if (context !== undefined)
                    contexts.set(id, context);
            }
        }
    }
    return contexts;
}
/**
 * What a cipher guards is shown as it is stored, beside its group, to everybody without the password. A type or a group that
 * is another one by now belongs to another moment than the text.
 */
function isAsStored(key, { id, row, declared }) {
    if (row.securityGroup !== key.securityGroup || row.vdt !== key.vdt)
        return false;
    const isParsed = row.isParsed || key.vdt === 'Map' || key.vdt === 'List';
    return !isParsed || isLeftAlone(key, { id, row, declared });
}
/**
 * Parsed, it is enough to see that a map or list is what was declared and applied. Its text is needed as soon as a plan
 * shows or compares it: where it changes or goes, and where somebody declares a text.
 */
function isLeftAlone(there, { id, row, declared }) {
    const { desired, baseline, others, isAfterwards } = declared;
    const named = (0,state/* keyId */.xs)(there.name);
    const states = isAfterwards ? [desired] : [desired, baseline, ...others];
    const keys = states.flatMap((state) => state?.keys.get(named) ?? []);
    if (keys.length > 0 && !desired.keys.get(named)?.values.has(id))
        return false;
    return keys.every((key) => {
        const known = key.values.get(id);
        return !key.absent && (known === undefined || isParsedAs(known, row.text));
    });
}
/** Whether a map or a list is another one than was applied: then its text will be needed, and no pull is asked for. */
function changesParsed({ keys, desired, baseline, isAfterwards }) {
    if (isAfterwards || baseline === undefined || baseline === desired)
        return false;
    for (const [id, { vdt }] of keys.keys) {
        if (vdt !== 'Map' && vdt !== 'List')
            continue;
        const [ours, applied] = [desired.keys.get(id)?.values, baseline.keys.get(id)?.values];
        if (ours === undefined || applied === undefined || ours === applied)
            continue;
        for (const [context, value] of ours) {
            const before = applied.get(context)?.text;
            if (before != null && !isParsedAs(value, before))
                return true;
        }
    }
    return false;
}
function isParsedAs({ text, native, absent }, shown) {
    return native === true && !absent && text !== null && shown !== null && (0,same_json/* sameJson */.V)(text, shown);
}

;// CONCATENATED MODULE: ./lib/commands/exported.js




async function exported({ connection, repository, now }, { keys, counted, declared }) {
    if ('refusal' in keys)
        return keys;
    // Who may export may pull without the token: what a cipher guards stays sealed, also for whoever is given a kept answer.
    const { token: _, ...open } = connection;
    const reader = (0,client/* createReader */.WF)(open);
    const info = (0,inspect/* infoOf */._U)(counted, repository);
    const read = info && (await readInPieces({ ...declared, keys, reader, repository, info, now }));
    return read ?? (0,live/* readExport */.Jb)(reader, repository);
}
/** Everything that a plan compares with live. */
function declaredIn({ desired, baseline, base, }) {
    const { state, announced } = baseline;
    const ofBase = base && 'base' in base ? base.base.state : undefined;
    const others = [announced, ofBase].filter((one) => one !== undefined);
    return { desired, ...(state && { baseline: state }), others };
}


/***/ }),

/***/ 7257:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  i: () => (/* binding */ prepare)
});

// EXTERNAL MODULE: ./lib/plan/make-plan.js + 28 modules
var make_plan = __webpack_require__(1985);
// EXTERNAL MODULE: ./lib/commands/base.js + 1 modules
var base = __webpack_require__(6907);
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
// EXTERNAL MODULE: ./lib/remote/client.js + 2 modules
var client = __webpack_require__(3034);
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

// EXTERNAL MODULE: ./lib/commands/exported.js + 1 modules
var exported = __webpack_require__(1654);
// EXTERNAL MODULE: ./lib/commands/plan-input.js + 1 modules
var plan_input = __webpack_require__(5485);
// EXTERNAL MODULE: ./lib/commands/pulls.js + 3 modules
var commands_pulls = __webpack_require__(4257);
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
    const basing = readBaseOf(opened, reading);
    basing.catch(() => undefined);
    const exporting = readExported(opened, { reading, basing });
    exporting.catch(() => undefined);
    const hasToken = options.token !== undefined;
    const inspection = await (0,inspect/* inspect */.Nn)(opened.asked, { target, ...project });
    const baseline = await reading;
    const pulls = (0,commands_pulls/* pullSource */.l1)(opened, { reader, inspection });
    const live = await (0,commands_live/* liveOf */.QA)(await exporting, {
        baseline: baseline.pushed,
        ...(hasToken && { pulls: () => (0,commands_pulls/* pullsOf */.w0)(pulls, { desired: project.state, ...baseline }) }),
    });
    const base = await basing;
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
        reads: opened.exporting.what,
        now: surroundings.now,
        baseline,
        ...(base && { base }),
        input,
        plan,
        warnings: project.diagnostics,
        remarks: baseline.warnings,
        changeComment: await (0,change_comment/* changeComment */.E)(options, { git: project.git, head, plan, surroundings }),
        ...(head && { head }),
    };
}
/** After the baseline: two fetches at a time are in each other's way in a shallow clone. */
async function readBaseOf({ project, options, surroundings }, reading) {
    if (options.base === undefined)
        return undefined;
    await reading;
    return (0,base/* readBase */.w)(project, { ...surroundings, revision: options.base });
}
async function readExported(opened, { reading, basing }) {
    const { project, target, connection, exporting, asked, surroundings } = opened;
    if (exporting.what === 'everything')
        return exporting.answer;
    const keys = await exporting.answer;
    const [baseline, base] = [await reading, await basing];
    const declared = (0,exported/* declaredIn */.e)({ desired: project.state, baseline, ...(base && { base }) });
    const from = { connection, repository: target.repository, now: surroundings.now };
    return (0,exported/* exported */.E)(from, { keys, counted: await asked.repositories, declared });
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


/***/ }),

/***/ 393:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  o: () => (/* binding */ safetyChanges)
});

;// CONCATENATED MODULE: ./lib/model/base.js
/** Settings of the project file that protect what is on the server, or say where that is. */
const SAFETY_SETTINGS = [
    'url',
    'repository',
    'include',
    'prune',
    'onDrift',
    'protect',
    'scope',
    'ignore',
    'deletes',
    'updates',
    'existing',
    'maxDeletes',
    'maxUpdates',
    'forceKeyPush',
    'allowNewContexts',
    'redact',
    'passwords',
    'batch',
];

// EXTERNAL MODULE: ./lib/model/limits.js
var limits = __webpack_require__(2645);
;// CONCATENATED MODULE: ./lib/plan/safety.js
// What changes about safety itself between two versions of the project file: a table of what guards what.


const PRUNES = { none: 0, managed: 1, all: 2 };
const OVERWRITES = { fail: 0, keep: 1, overwrite: 2 };
const ROWS = {
    url: { field: 'url', text: ({ project }) => project.url },
    repository: {
        field: 'repository',
        text: ({ project }) => project.repository && Object.values(project.repository).join('/'),
    },
    include: { field: 'include', text: ({ project }) => list(project.include) },
    prune: {
        field: 'prune',
        text: ({ project }) => project.prune,
        effect: byFreedom(({ project }) => PRUNES[project.prune]),
    },
    onDrift: {
        field: 'onDrift',
        text: ({ project }) => project.onDrift,
        effect: byFreedom(({ project }) => OVERWRITES[project.onDrift]),
    },
    protect: {
        field: 'protect',
        text: ({ project }) => list(project.protect),
        effect: byNames(({ project }) => project.protect, 'stricter'),
    },
    scope: {
        field: 'scope',
        text: ({ project }) => globsText(project.scope.written.scope),
        effect: byFreedom(({ project }) => (project.scope.written.scope === undefined ? 1 : 0)),
    },
    ignore: {
        field: 'ignore',
        text: ({ project }) => globsText(project.scope.written.ignore),
        effect: byFreedom(({ project }) => (project.scope.written.ignore === undefined ? 1 : 0)),
    },
    deletes: limit('deletes'),
    updates: limit('updates'),
    existing: limit('existing'),
    maxDeletes: limit('maxDeletes'),
    maxUpdates: limit('maxUpdates'),
    forceKeyPush: {
        field: 'forceKeyPush',
        text: ({ project }) => String(project.forceKeyPush),
        effect: byFreedom(({ project }) => Number(project.forceKeyPush)),
    },
    allowNewContexts: {
        field: 'allowNewContexts',
        text: ({ project }) => list(project.allowNewContexts),
        effect: byNames(({ project }) => project.allowNewContexts, 'looser'),
    },
    redact: {
        field: 'redact',
        text: ({ project }) => list(project.redact),
        effect: byNames(({ project }) => project.redact, 'stricter'),
    },
    passwords: {
        field: 'passwords',
        text: ({ passwords }) => list([...passwords.variables].map(([group, name]) => `${group} from ${name}`)),
    },
    batch: {
        field: 'batch',
        text: ({ project: { batch } }) => String(batch ?? 'atomic'),
        effect: byFreedom(({ project }) => (project.batch === undefined ? 0 : 1)),
    },
};
/** In the order of the table. What is written in another way, and means the same, is no change. */
function safetyChanges(base, head) {
    return SAFETY_SETTINGS.flatMap((setting) => {
        const { text, effect: effectOf, field } = ROWS[setting];
        const [before, after] = [text(base), text(head)];
        if (before === after)
            return [];
        const effect = effectOf?.(base, head);
        return [
            {
                setting,
                ...(before !== undefined && { before }),
                ...(after !== undefined && { after }),
                ...(effect && { effect }),
                ...placeOf(field, { base, head }),
            },
        ];
    });
}
function placeOf(field, { base, head }) {
    const [place, removedFrom] = [head.project.places[field], base.project.places[field]];
    if (place !== undefined)
        return { place };
    return removedFrom === undefined ? {} : { removedFrom };
}
/** The higher the number, the more may be done. */
function byFreedom(freedom) {
    return (base, head) => {
        const more = freedom(head) - freedom(base);
        return more === 0 ? undefined : more > 0 ? 'looser' : 'stricter';
    };
}
/** The higher any of them is, the less is refused. */
function limit(name) {
    return {
        field: 'limits',
        text: ({ project }) => (0,limits/* limitText */.PW)(name, project.limits[name]),
        effect: byFreedom(({ project }) => project.limits[name]),
    };
}
/** Certain where names only come or only go. */
function byNames(names, more) {
    return (base, head) => {
        const [before, after] = [new Set(names(base)), new Set(names(head))];
        if ([...before].every((name) => after.has(name)))
            return more;
        const less = more === 'looser' ? 'stricter' : 'looser';
        return [...after].every((name) => before.has(name)) ? less : undefined;
    };
}
/** Order says nothing in any of these lists. */
function list(names) {
    return names.length === 0 ? undefined : [...new Set(names)].sort().join(', ');
}
function globsText(globs) {
    const parts = Object.entries(globs ?? {}).map(([kind, names]) => `${kind}: ${list(names) ?? 'none'}`);
    return globs && parts.sort().join('; ');
}


/***/ })

};
