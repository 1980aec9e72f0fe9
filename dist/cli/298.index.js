export const id = 298;
export const ids = [298];
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
async function changeComment(options, applied) {
    const template = options.changeComment ?? DEFAULT_TEMPLATE;
    return storable((0,comment_template/* fillTemplate */.ou)(template, await factsOf(applied, new Set((0,comment_template/* placeholdersIn */.Qf)(template)))));
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

/***/ 1923:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ inParallel)
/* harmony export */ });
// Work on many items, some of them at the same time.
/** More requests at once would only wait for each other in the server. */
const PARALLEL = 8;
/** Resolves when all is done; the results are in the order of the items. */
async function inParallel(items, work) {
    const results = [];
    const queue = items.entries();
    const worker = async () => {
        for (const [index, item] of queue)
            results[index] = await work(item);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    return results;
}


/***/ }),

/***/ 2182:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ policyOf)
/* harmony export */ });
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6796);

function policyOf({ project, passwords }, options) {
    return {
        prune: options.prune ?? project.prune,
        onDrift: options.onDrift ?? project.onDrift,
        scope: project.scope,
        isProtected: (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .nameMatcher */ .M)(project.protect),
        isSecretName: (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .secretNames */ .X)(project.redact),
        passwordOf: passwords.of,
        allowNewContexts: project.allowNewContexts,
        forceKeyPush: project.forceKeyPush,
        maxDeletes: project.maxDeletes,
        ...(project.batch !== undefined && { batch: project.batch }),
    };
}


/***/ }),

/***/ 1298:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  i: () => (/* binding */ prepare)
});

// EXTERNAL MODULE: ./lib/options.js + 1 modules
var lib_options = __webpack_require__(5413);
// EXTERNAL MODULE: ./lib/plan/make-plan.js + 24 modules
var make_plan = __webpack_require__(8253);
// EXTERNAL MODULE: ./lib/remote/client.js + 2 modules
var client = __webpack_require__(7786);
// EXTERNAL MODULE: ./lib/commands/baseline.js
var commands_baseline = __webpack_require__(6939);
// EXTERNAL MODULE: ./lib/commands/change-comment.js + 1 modules
var change_comment = __webpack_require__(6739);
// EXTERNAL MODULE: ./lib/commands/connect.js + 7 modules
var connect = __webpack_require__(6347);
// EXTERNAL MODULE: ./lib/commands/inspect.js
var inspect = __webpack_require__(2206);
// EXTERNAL MODULE: ./lib/commands/live.js
var commands_live = __webpack_require__(5186);
// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
;// CONCATENATED MODULE: ./lib/commands/notes.js
// What the plan says of what it was made from, in whole sentences.

const LIVE_NOTES = {
    pulls: 'Read by token, context by context, because the server allows no export. Not seen: values in contexts that neither the files nor the last apply name, inactive and duplicate values, keys without values, and from which context a file comes.',
    baseline: 'What the repository holds cannot be read, so the plan compares with what was last applied: what others changed since then is not seen.',
    none: 'What the repository holds cannot be read, and nothing was applied from here before: every declared item is written.',
};
function liveNotes({ source, state, failure }, info) {
    if (source === 'export')
        return [];
    if (source === 'pulls')
        return [LIVE_NOTES.pulls, ...notSeen(state, info)];
    return [LIVE_NOTES[source], ...(failure === undefined ? [] : [`Reading by token failed: ${failure}`])];
}
function pruneNotes({ prune, live, baseline, }) {
    if (prune === 'managed' && baseline.state === undefined)
        return [`Nothing is pruned: ${baseline.reason}.`];
    if (prune === 'all' && live.source !== 'export') {
        if (live.source === 'pulls')
            return [
                '`prune: all` sees only values in the contexts that are read, and files that were applied from here or are for every context; a key that nobody declares is deleted with all its values.',
            ];
        return [
            '`prune: all` cannot see what else the repository holds, so it deletes only what was last applied.',
        ];
    }
    return [];
}
/** How much pulls did not show. Nothing where they showed all of it, or somebody deleted something meanwhile. */
function notSeen({ keys }, { keyCount, valueCount }) {
    const values = [...keys.values()].reduce((sum, key) => sum + key.values.size, 0);
    const [otherKeys, otherValues] = [keyCount - keys.size, valueCount - values];
    if (otherKeys <= 0 && otherValues <= 0)
        return [];
    const what = [
        ...(otherKeys > 0 ? [(0,counted/* counted */.h)(otherKeys, 'key')] : []),
        ...(otherValues > 0 ? [(0,counted/* counted */.h)(otherValues, 'value')] : []),
    ];
    return [`The server counts ${what.join(' and ')} more than were read.`];
}

// EXTERNAL MODULE: ./lib/commands/policy.js
var commands_policy = __webpack_require__(2182);
// EXTERNAL MODULE: ./lib/commands/touched-keys.js
var touched_keys = __webpack_require__(9489);
;// CONCATENATED MODULE: ./lib/commands/plan-input.js



/** Asks for single keys where live is not the export. */
async function planInput(known) {
    const { project, target, options, inspection, baseline, live } = known;
    const { info, elements } = inspection;
    const policy = (0,commands_policy/* policyOf */.U)(project, options);
    const notes = [
        ...liveNotes(live, info),
        ...[baseline.note ?? []].flat(),
        ...pruneNotes({ ...policy, live, baseline }),
    ];
    const input = {
        target: { url: target.url, ...target.repository, levels: info.levels },
        settings: { vdtEnabled: info.vdtEnabled, securityEnabled: info.securityEnabled },
        desired: project.state,
        live: live.state,
        liveSource: live.source,
        ...policy,
        listUnmanaged: options.unmanaged,
        hasToken: options.token !== undefined,
        notes,
        force: options.force,
        typesKnown: true,
        ...(baseline.state && { baseline: baseline.state }),
        ...(baseline.announced && { announced: baseline.announced }),
        ...(elements && { elements }),
    };
    if (live.source === 'export')
        return { ...input, counted: { keys: info.keyCount, values: info.valueCount } };
    const unseen = live.source === 'pulls' && { unseenKeys: info.keyCount - live.state.keys.size };
    return (0,touched_keys/* withTouchedKeys */.Z)(input, { ...known, ...unseen });
}

// EXTERNAL MODULE: ./lib/commands/project.js + 1 modules
var commands_project = __webpack_require__(5955);
// EXTERNAL MODULE: ./lib/commands/pulls.js + 4 modules
var commands_pulls = __webpack_require__(382);
;// CONCATENATED MODULE: ./lib/commands/prepare.js











/** Throws before the first request when the files are wrong. */
async function prepare(options, { surroundings, missingEnv = 'error', use }) {
    const project = await (0,commands_project/* openProject */.U8)(options, { surroundings, missingEnv });
    const target = (0,lib_options/* targetOf */.$r)(options, project.project);
    const connection = (0,connect/* connect */.N)(target.url, options, surroundings);
    try {
        surroundings.onStep(`Reading ${target.repository.account}/${target.repository.name}`);
        return await use(await readAndPlan({ project, target, connection, options, surroundings }));
    }
    finally {
        connection.http.close();
    }
}
async function readAndPlan(opened) {
    const { project, target, connection, options, surroundings } = opened;
    const reader = (0,client/* createReader */.WF)(connection);
    const exporting = (0,commands_live/* readExport */.Jb)(reader, target.repository);
    const reading = (0,commands_baseline/* readBaseline */.m)(project, { target, options });
    // What inspection finds explains the other failures, so it is waited for first.
    for (const promise of [exporting, reading])
        promise.catch(() => undefined);
    const hasToken = options.token !== undefined;
    const inspection = await (0,inspect/* inspect */.N)(reader, { target, hasToken, ...project });
    const baseline = await reading;
    const pulls = (0,commands_pulls/* pullSource */.l1)(opened, { reader, inspection });
    const live = await (0,commands_live/* liveOf */.QA)(await exporting, {
        baseline: baseline.pushed,
        ...(hasToken && { pulls: () => (0,commands_pulls/* pullsOf */.w0)(pulls, { desired: project.state, ...baseline }) }),
    });
    const input = await planInput({ ...opened, inspection, baseline, live, reader });
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
        changeComment: await (0,change_comment/* changeComment */.E)(options, { git: project.git, head, surroundings }),
        ...(head && { head }),
    };
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

/***/ 382:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  l1: () => (/* binding */ pullSource),
  w0: () => (/* binding */ pullsOf)
});

// UNUSED EXPORTS: readByPulls

// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/union.js
var union = __webpack_require__(2670);
// EXTERNAL MODULE: ./lib/remote/answer.js + 1 modules
var answer = __webpack_require__(5013);
;// CONCATENATED MODULE: ./lib/remote/asked-context.js
// How a context is written for a pull: so that its own rows answer, and no answer that a cache has kept.
/** At most one less of them stands in one place: the head of a request has 8 KiB. */
const BLANKS = 251;
/** Empty segments at the end vanish, and keep the blanks before them. */
const SEGMENTS = 60;
/**
 * A wildcard asked for as `*` would get the answer that caching keeps for `*` (behaviour.md, section 13), and a
 * context without wildcards the one for its text: a name that no element has, and blanks around `;`, make them new.
 */
function askedContexts({ now, elements = [] }) {
    let calls = 0;
    const isElement = (name) => elements.some((names) => names.has(name));
    const freshName = () => {
        const name = `x${now.toString(36)}x${(++calls).toString(36)}`;
        return isElement(name) ? freshName() : name;
    };
    return (context) => {
        const names = context.split(';');
        if (!names.includes('*'))
            return withBlanks(names, now + ++calls);
        const name = freshName();
        return names.map((one) => (one === '*' ? name : one)).join(';');
    };
}
/** The same elements, with as many blanks around them as a number says. */
function withBlanks(names, number) {
    let rest = number;
    const next = (base) => {
        const digit = rest % base;
        rest = Math.floor(rest / base);
        return digit;
    };
    const separated = names.reduce((text, name) => `${text}${' '.repeat(next(BLANKS))};${' '.repeat(next(BLANKS))}${name}`);
    return `${separated}${' '.repeat(next(BLANKS))}${';'.repeat(1 + next(SEGMENTS))}`;
}

// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/model/placeholders.js
var placeholders = __webpack_require__(3735);
;// CONCATENATED MODULE: ./lib/remote/pulled-file.js
// What a file that was pulled says of ours: it comes rendered, so ours is rendered as the server would (behaviour.md, section 11).


const COMPARISONS = (/* unused pure expression or super */ null && (['same', 'different', 'unknown']));
/** What the server writes where nothing answers. */
const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';
/** Compares a rendered file with a content of ours, by the values that answered in the same context. */
function comparerOf({ values, files }) {
    const byKey = new Map(values.map((value) => [(0,model_state/* keyId */.xs)(value.name), value]));
    const textFor = (name) => replacement(byKey.get((0,model_state/* keyId */.xs)(name)), files);
    return (path, content) => {
        const there = files?.get(path);
        if (there === undefined)
            return 'unknown';
        if ((0,placeholders/* replacePlaceholders */.Lb)(content, textFor) === there)
            return 'same';
        const isSure = !content.includes('\\${') && (0,placeholders/* renderedIn */.xp)(content).every((name) => isSureOf(byKey.get((0,model_state/* keyId */.xs)(name))));
        return isSure ? 'different' : 'unknown';
    };
}
function replacement(value, files) {
    if (value === undefined)
        return NO_VALUE;
    const { vdt, text } = value;
    if (vdt === 'FileEmbed')
        return text == null ? '' : (files?.get(text) ?? NO_FILE);
    if (text == null)
        return vdt === 'FileRef' ? '' : 'null';
    return text.replaceAll('\\', '\\\\');
}
/** Maps and Lists are rendered by a text that a pull does not show, and an embedded file may be a guarded one. */
function isSureOf(value) {
    return value === undefined || !['Map', 'List', 'FileEmbed'].includes(value.vdt);
}

;// CONCATENATED MODULE: ./lib/remote/pulled-files.js
// Which files the pulls of contexts show, and what they hold: a pull says neither from which context a file comes, nor its text.



function addFiles(files, pulls, known) {
    const contents = contentsFrom(pulls, known);
    const add = (file) => files.set((0,model_state/* fileId */.qp)(file.path, file.context), contents(file));
    const addresses = addressesIn(pulls, known).filter((file) => isAnswered(file, pulls));
    const certain = new Set(addresses.filter((file) => isTaken(file, { pulls, known })));
    for (const file of certain)
        add(file);
    for (const file of addresses)
        if (!certain.has(file) && mayBeThere(file, { files, known }))
            add(file);
}
/** Every file of desired and baseline, and what everybody gets. */
function addressesIn(pulls, { desired, baseline }) {
    const everywhere = [...(pulls.get(model_context/* EVERYWHERE */.Zh)?.files?.keys() ?? [])];
    const files = [...(baseline?.files.values() ?? []), ...desired.files.values()];
    const all = [...files, ...everywhere.map((path) => ({ path, context: model_context/* EVERYWHERE */.Zh }))];
    return [...new Map(all.map((file) => [(0,model_state/* fileId */.qp)(file.path, file.context), file])).values()];
}
/** Where nothing answers there is no file of the context. Where files could not be pulled, anything may be. */
function isAnswered({ path, context }, pulls) {
    const pull = pulls.get((0,model_context/* contextId */.PF)(context));
    return pull !== undefined && (pull.files?.has(path) ?? true);
}
/** Names that no element has are answered by files of the broadest context alone, so of those a pull is sure. */
function isTaken({ path, context }, { pulls, known }) {
    if (context === model_context/* EVERYWHERE */.Zh && pulls.get(model_context/* EVERYWHERE */.Zh)?.files !== undefined)
        return true;
    const file = known[known.presumed]?.files.get((0,model_state/* fileId */.qp)(path, context));
    return file !== undefined && !file.absent;
}
/** One that is to be deleted is taken to be there while `info` lists more files of its path than are known otherwise. */
function mayBeThere({ path, context }, { files, known }) {
    const isToGo = known.desired.files.get((0,model_state/* fileId */.qp)(path, context))?.absent === true;
    if (!isToGo || known.presumed === 'desired')
        return false;
    const others = [...files.values()].filter((file) => file.path === path).length;
    return (known.listed.get(path)?.count ?? 0) > others;
}
/** Ours where it renders to what is there, else what was last applied where that does, else unknown. */
function contentsFrom(pulls, known) {
    const { desired, baseline, listed } = known;
    const comparers = new Map([...pulls].map(([id, pull]) => [id, comparerOf(pull)]));
    const compare = (path, { content, context }) => comparers.get((0,model_context/* contextId */.PF)(context))?.(path, content) ?? 'unknown';
    return ({ path, context }) => {
        const id = (0,model_state/* fileId */.qp)(path, context);
        const group = newGroup(id, known) ?? listed.get(path)?.securityGroup;
        const there = { path, context, ...(group === undefined ? {} : { securityGroup: group }) };
        const [ours, applied] = [desired, baseline].map((state) => contentOf(state?.files.get(id)));
        for (const content of [ours, applied]) {
            if (content !== undefined && compare(path, { content, context }) === 'same')
                return { ...there, content };
        }
        // What a cipher guards comes encrypted, and is not comparable.
        const isOther = (content) => group === undefined && content !== undefined && compare(path, { content, context }) === 'different';
        return {
            ...there,
            content: '',
            unknown: true,
            ...(isOther(ours) && { differs: true }),
            ...(isOther(applied) && { drifted: true }),
        };
    };
}
/** The list is from before the push. */
function newGroup(id, { desired, presumed }) {
    return presumed === 'desired' ? desired.files.get(id)?.securityGroup : undefined;
}
function contentOf(file) {
    return file === undefined || file.absent || file.unknown ? undefined : file.content;
}

;// CONCATENATED MODULE: ./lib/remote/pulled-state.js
// Pulls of contexts → State: the rows that answered for their own context, and the files that are taken to exist.



function pulledState(pulls, known) {
    const state = (0,model_state/* emptyState */.p$)();
    for (const [id, { values }] of pulls)
        for (const value of values)
            addRow(state, { id, value, known, pulls });
    addFiles(state.files, pulls, known);
    return state;
}
/** The row of a broader context says that there is none of the one that was asked for, and that the key lives on. */
function addRow(state, { id, value, known, pulls }) {
    const key = state.keys.get((0,model_state/* keyId */.xs)(value.name)) ?? newKey(value, known);
    state.keys.set((0,model_state/* keyId */.xs)(value.name), key);
    const context = (0,model_context/* contextOf */.Vm)((0,model_context/* elementsOf */.ZE)(value.context));
    if ((0,model_context/* contextId */.PF)(context) === id)
        key.values.set(id, rowOf(value, context));
    else if (!pulls.has((0,model_context/* contextId */.PF)(context)))
        key.elsewhere = true;
}
function newKey({ name, vdt, deprecated, readme, securityGroup: shown }, known) {
    const push = presumedPush((0,model_state/* keyId */.xs)(name), known);
    // A token that carries the password is shown the clear text and no group.
    const securityGroup = shown ?? known[known.presumed]?.keys.get((0,model_state/* keyId */.xs)(name))?.securityGroup;
    return {
        name,
        vdt,
        deprecated,
        ...(readme === undefined ? {} : { readme }),
        ...(push === undefined ? {} : { push }),
        ...(securityGroup === undefined ? {} : { securityGroup }),
        values: new Map(),
    };
}
/** `undefined` where the files say what they did not say at the last apply: then the server is asked. */
function presumedPush(id, { desired, baseline }) {
    const before = baseline?.keys.get(id)?.push;
    const declared = desired.keys.get(id)?.push;
    return declared === undefined || declared === before ? (before ?? true) : undefined;
}
function rowOf({ vdt, text }, context) {
    if (text === undefined)
        return { context, text: null, unknown: true };
    const isParsed = (vdt === 'Map' || vdt === 'List') && text !== null;
    return { context, text, ...(isParsed ? { native: true } : {}) };
}

// EXTERNAL MODULE: ./lib/commands/parallel.js
var parallel = __webpack_require__(1923);
;// CONCATENATED MODULE: ./lib/commands/pulls.js
// Reading by token: one pull for each context that the files or the last apply name (behaviour.md, section 13).






function pullSource({ project, target, options, surroundings }, { reader, inspection: { info, elements, files } }) {
    const asked = askedContexts({ now: surroundings.now().getTime(), ...(elements && { elements }) });
    const prune = options.prune ?? project.project.prune;
    const { repository } = target;
    const source = { reader, repository, asked, depth: info.levels.length, listed: files, prune };
    return elements === undefined ? source : { ...source, elements };
}
/** What may have been pushed from here is asked for, and what is to be compared with. */
function pullsOf(source, { desired, state, pushed, presumed = 'baseline', }) {
    const [first, ...others] = [...new Set([pushed, state])].filter((one) => one !== undefined);
    const baseline = first && (0,union/* unionOf */.Z)(first, ...others);
    return readByPulls(source, { desired, presumed, ...(baseline && { baseline }) });
}
/** The state as far as pulls show it; a sentence where the server does not answer them. */
async function readByPulls(source, known) {
    const asking = contextsOf(source, known);
    const ids = new Set(asking.map(({ id }) => id));
    try {
        const pulls = await (0,parallel/* inParallel */.H)(asking, async ({ id, ...request }) => {
            const pull = await pullOf(source, request);
            return [id, request.content === 'values' ? withOwnRows(pull, { id, ids }) : pull];
        });
        return pulledState(new Map(pulls), { ...known, listed: source.listed });
    }
    catch (error) {
        if (error instanceof answer/* ReadRefused */.LM || error instanceof answer/* ReadCrashed */.RW || error instanceof OthersAnswer)
            return { refusal: error.message };
        throw error;
    }
}
/** Rows of other contexts that are asked for come with those: many contexts times many keys would fill the memory. */
function withOwnRows(pull, { id, ids }) {
    const values = pull.values.filter(({ context }) => {
        const row = (0,model_context/* contextId */.PF)((0,model_context/* contextOf */.Vm)((0,model_context/* elementsOf */.ZE)(context)));
        return row === id || !ids.has(row);
    });
    return { ...pull, values };
}
/**
 * Every context that is declared, by the files or at the last apply, and can have rows: where it names an element
 * that its level does not have there are none, and nothing is asked. Files only where there may be one of ours.
 */
function contextsOf({ depth, elements, prune }, { desired, baseline }) {
    const asking = new Map();
    const add = (context, content) => {
        const id = (0,model_context/* contextId */.PF)(context);
        if (content === 'values' && asking.has(id))
            return;
        asking.set(id, { id, context: (0,model_context/* fullContext */.NH)(context, depth), content });
    };
    for (const state of baseline === undefined ? [desired] : [desired, baseline]) {
        for (const key of state.keys.values())
            for (const { context } of key.values.values())
                add(context, 'values');
        for (const { context } of state.files.values())
            add(context, 'values and files');
    }
    if (prune === 'all')
        add(model_context/* EVERYWHERE */.Zh, 'values and files');
    return [...asking.values()].filter(({ context }) => isPossible(context, elements));
}
function isPossible(context, elements) {
    const names = context.toLowerCase().split(';');
    return names.every((name, level) => name === '*' || (elements?.[level]?.has(name) ?? true));
}
/** Whatever is asked, the answer is what somebody else asked for. */
class OthersAnswer extends Error {
}
async function pullOf(source, { context, content }) {
    const { reader, repository, asked } = source;
    const ask = (what) => reader.pull(repository, { context: asked(context), content: what });
    // Asked again in another way, the answer is not the one that a cache has kept for others.
    const askTwice = async (what) => (await ask(what)) ?? (await ask(what));
    const pull = await askTwice(content).catch((error) => {
        // One file that cannot be rendered breaks the whole answer.
        if (error instanceof answer/* ReadCrashed */.RW && content === 'values and files')
            return askTwice('values');
        throw error;
    });
    if (pull === undefined)
        throw new OthersAnswer('The server answers pulls with what others asked for.');
    return pull;
}


/***/ }),

/***/ 9489:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ withTouchedKeys)
/* harmony export */ });
/* harmony import */ var _model_placeholders_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3735);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6616);
/* harmony import */ var _plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8253);
/* harmony import */ var _remote_answer_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5013);
/* harmony import */ var _parallel_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1923);
// Without the export: the keys that a plan would touch or name, asked for one by one.





/**
 * What is touched must keep its type, and a pull shows neither `push` nor keys without values; what files name must
 * be there, or the server makes it, locked.
 */
async function withTouchedKeys(input, { reader, target: { repository }, unseenKeys }) {
    const { changes, drift } = (0,_plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .makePlan */ .C)(input);
    const mayBeThere = (name) => unseenKeys !== 0 || input.live.keys.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .keyId */ .xs)(name));
    try {
        const touched = touchedKeys([...changes, ...drift], input).filter(mayBeThere);
        const answers = await askEach(touched, { reader, repository });
        const named = namedByFiles(changes, input);
        const others = await askEach(named.filter(mayBeThere), { reader, repository });
        const absent = named.map(_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .keyId */ .xs).filter((id) => others.get(id) === undefined);
        return { ...input, live: withKeyData(input.live, answers), absentKeys: new Set(absent) };
    }
    catch (error) {
        if (error instanceof _remote_answer_js__WEBPACK_IMPORTED_MODULE_2__/* .ReadRefused */ .LM)
            return { ...input, typesKnown: false };
        throw error;
    }
}
function touchedKeys(changes, { desired }) {
    const changed = changes.flatMap((change) => (change.kind === 'file' ? [] : [change.key]));
    // One that is declared absent may be there all the same, with values in other contexts or without any.
    const absent = [...desired.keys.values()].filter((key) => key.absent).map(({ name }) => name);
    return distinct([...changed, ...absent]);
}
/** Keys that files name, and of which nothing says yet that they are there. */
function namedByFiles(changes, { desired, live, liveSource }) {
    const named = changes.flatMap((change) => change.kind === 'file' ? (0,_model_placeholders_js__WEBPACK_IMPORTED_MODULE_0__/* .placeholdersIn */ .Qf)(change.after ?? '') : []);
    // What stands in for live was not read.
    const isRead = (id) => liveSource === 'pulls' && live.keys.has(id);
    return distinct(named).filter((name) => !desired.keys.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .keyId */ .xs)(name)) && !isRead((0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .keyId */ .xs)(name)));
}
/** Throws {@link ReadRefused} where the server says nothing of keys. */
async function askEach(names, { reader, repository }) {
    return new Map(await (0,_parallel_js__WEBPACK_IMPORTED_MODULE_4__/* .inParallel */ .H)(names, async (name) => [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .keyId */ .xs)(name), await reader.keyData(repository, name)]));
}
/** A key that does not exist is taken out, one that exists gets its type and metadata. */
function withKeyData({ keys: known, files }, answers) {
    const keys = new Map(known);
    for (const [id, data] of answers) {
        if (data === undefined)
            keys.delete(id);
        else
            keys.set(id, keyWith(data, keys.get(id)));
    }
    return { keys, files };
}
/** Where none of its values is known, nothing says that it has none: then it is no key to be deleted as a whole. */
function keyWith(data, known) {
    const { readme: _, ...rest } = known ?? { values: new Map() };
    return { ...rest, ...data, ...(rest.values.size === 0 ? { elsewhere: true } : {}) };
}
function distinct(names) {
    return [...new Map(names.map((name) => [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .keyId */ .xs)(name), name])).values()];
}


/***/ })

};
