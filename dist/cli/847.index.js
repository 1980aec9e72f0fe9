export const id = 847;
export const ids = [847,591];
export const modules = {

/***/ 2206:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Nn: () => (/* binding */ inspect),
/* harmony export */   _U: () => (/* binding */ infoOf),
/* harmony export */   kA: () => (/* binding */ ask)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _model_nearest_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6047);


/** Asks what {@link inspect} looks at. Whoever asks need not wait for the answers. */
function ask(reader, asking) {
    const asked = { repositories: reader.repositories(), detail: readDetail(reader, asking) };
    for (const answer of Object.values(asked))
        answer.catch(() => undefined);
    return asked;
}
/** Throws where the repository is not the one that the project describes; nothing was sent then. */
async function inspect(asked, expected) {
    const { repository, url } = expected.target;
    const all = await asked.repositories;
    const info = infoOf(all, repository);
    // That there is no such repository explains whatever is wrong with the token.
    if (info === undefined)
        throw unknownRepository(all, { repository, url });
    const detail = await asked.detail;
    checkLevels(info, expected);
    const { elements, files = new Map() } = detail ?? {};
    return { info, files, ...(elements && { elements }) };
}
/** What the list says of the repository, if it is on it. */
function infoOf(all, { account, name }) {
    return all.find((one) => one.account === account && one.name === name);
}
/** Without a token the answer is welcome, not needed; with one it says which repository the token opens. */
async function readDetail(reader, { target, hasToken }) {
    const { repository } = target;
    if (!hasToken) {
        return reader.detail(repository).catch((error) => {
            if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q)
                return undefined;
            throw error;
        });
    }
    const detail = await reader.detail(repository);
    if (detail.account === repository.account && detail.name === repository.name)
        return detail;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({
        code: 'other-repository',
        message: `The token belongs to the repository ${detail.account}/${detail.name}, not to ${nameOf(repository)}.`,
        hint: 'Use the token of the configured repository, or correct `repository`.',
    });
}
function unknownRepository(all, { repository, url }) {
    const names = all.map(nameOf).sort();
    const near = (0,_model_nearest_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .p)(nameOf(repository), names);
    const known = names.length === 0
        ? 'It has none.'
        : `It has: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}.`;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({
        code: 'unknown-repository',
        message: `${url} has no repository ${nameOf(repository)}.`,
        hint: near === undefined ? known : `Did you mean \`${near}\`? Account and name count upper and lower case.`,
    });
}
function checkLevels(info, { project, depth }) {
    const levels = info.levels.join(';');
    const problem = levelsProblem(info.levels, project.levels) ?? depthProblem(info.levels, depth);
    if (problem === undefined)
        return;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({
        code: 'context-depth',
        message: problem,
        hint: `${nameOf(info)} has the context levels ${levels}; a context has one element for each.`,
    });
}
function levelsProblem(server, configured) {
    if (configured === undefined || configured.join(';') === server.join(';'))
        return undefined;
    const wrong = configured.find((level) => !server.includes(level));
    const near = wrong === undefined ? undefined : (0,_model_nearest_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .p)(wrong, server);
    const meant = near === undefined ? '' : ` Did you mean \`${near}\` instead of \`${wrong}\`?`;
    return `\`levels\` of the project file is ${configured.join(';')}, the server has ${server.join(';')}.${meant}`;
}
function depthProblem(server, depth) {
    if (depth === undefined || depth.levels === server.length)
        return undefined;
    return `${depth.place}: contexts are written with ${depth.levels} ${depth.levels === 1 ? 'element' : 'elements'}, the repository has ${server.length} levels.`;
}
function nameOf({ account, name }) {
    return `${account}/${name}`;
}


/***/ }),

/***/ 5186:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cf: () => (/* binding */ readExportedKeys),
/* harmony export */   H9: () => (/* binding */ isRead),
/* harmony export */   Jb: () => (/* binding */ readExport),
/* harmony export */   QA: () => (/* binding */ liveOf)
/* harmony export */ });
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6616);
/* harmony import */ var _plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1985);
/* harmony import */ var _remote_answer_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4790);



/** Whether the server was read, so that reading again tells what became of a push. */
function isRead(source) {
    return source === 'export' || source === 'pulls';
}
/** All that the repository holds. */
function readExport(reader, repository) {
    return orRefusal(reader.exportState(repository));
}
/** The same without the values of keys. */
function readExportedKeys(reader, repository) {
    return orRefusal(reader.exportKeys(repository));
}
async function orRefusal(reading) {
    try {
        return await reading;
    }
    catch (error) {
        if (error instanceof _remote_answer_js__WEBPACK_IMPORTED_MODULE_2__/* .ReadRefused */ .LM)
            return { refusal: error.message };
        throw error;
    }
}
/** @param pulls absent without a token: what refuses the export refuses pulls too */
async function liveOf(exported, { baseline, pulls }) {
    if (!('refusal' in exported))
        return { state: exported, source: 'export' };
    const pulled = (await pulls?.()) ?? exported;
    if (!('refusal' in pulled))
        return { state: pulled, source: 'pulls' };
    const failure = pulled === exported ? {} : { failure: pulled.refusal };
    if (baseline !== undefined)
        return { state: (0,_plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .standIn */ .u)(baseline), source: 'baseline', ...failure };
    return { state: (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .emptyState */ .p$)(), source: 'none', ...failure };
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

/***/ 5485:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  y: () => (/* binding */ planInput)
});

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
        ...approvalOf(options),
        ...firstOf(baseline, { options, keys: info.keyCount }),
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
function approvalOf({ force, digestKey }) {
    return { ...(force && { force }), ...(digestKey !== undefined && { digestKey }) };
}
/** Outside Git, and where the record cannot be read, nobody knows; who names a baseline says that it is not the first. */
function firstOf({ applied, isUnknown, announced }, { options, keys }) {
    const isKnown = applied !== undefined && !isUnknown && typeof options.baseline !== 'string';
    return isKnown && !applied.found && announced === undefined ? { firstOf: keys } : {};
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
        isProtected: (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .nameMatcher */ .MH)(project.protect),
        isSecretName: (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .secretNames */ .XG)(project.redact),
        passwordOf: passwords.of,
        allowNewContexts: project.allowNewContexts,
        forceKeyPush: project.forceKeyPush,
        limits: project.limits,
        ...(project.batch !== undefined && { batch: project.batch }),
    };
}


/***/ }),

/***/ 4257:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Uf: () => (/* binding */ OthersAnswer),
  l1: () => (/* binding */ pullSource),
  w0: () => (/* binding */ pullsOf)
});

// UNUSED EXPORTS: readByPulls

// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/union.js
var union = __webpack_require__(2670);
// EXTERNAL MODULE: ./lib/remote/answer.js
var answer = __webpack_require__(4790);
// EXTERNAL MODULE: ./lib/remote/asked-context.js
var asked_context = __webpack_require__(7832);
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
    const context = (0,model_context/* contextIn */.PO)(value.context);
    if ((0,model_context/* contextId */.PF)(context) === id)
        key.values.set(id, rowOf(value, context));
    else if (!pulls.has((0,model_context/* contextId */.PF)(context)))
        key.elsewhere = true;
}
function newKey({ name, vdt, deprecated, readme, securityGroup: shown }, known) {
    const push = presumedPush((0,model_state/* keyId */.xs)(name), known);
    // A token that carries the password is shown the clear text and no group.
    const group = shown === undefined ? presumedGroup((0,model_state/* keyId */.xs)(name), known) : { securityGroup: shown };
    return {
        name,
        vdt,
        deprecated,
        ...(readme === undefined ? {} : { readme }),
        ...(push === undefined ? {} : { push }),
        ...group,
        values: new Map(),
    };
}
/** Of what the last apply does not speak, the files do: an import may have declared it. */
function presumedGroup(id, { desired, baseline, presumed }) {
    const applied = presumed === 'baseline' ? baseline?.keys.get(id) : undefined;
    const securityGroup = (applied ?? desired.keys.get(id))?.securityGroup;
    if (securityGroup === undefined)
        return {};
    const isGuess = presumed === 'baseline' && applied === undefined;
    return { securityGroup, ...(isGuess && { groupPresumed: true }) };
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
    const asked = (0,asked_context/* askedContexts */.r)({ now: surroundings.now().getTime(), ...(elements && { elements }) });
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
        const row = (0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(context));
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
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6616);
/* harmony import */ var _plan_make_plan_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1985);
/* harmony import */ var _remote_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4790);
/* harmony import */ var _parallel_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1923);
// Without the export: the keys that a plan would touch or name, asked for one by one.





/**
 * What is touched must keep its type, and a pull shows neither `push` nor keys without values; what files name must
 * be there, or the server makes it, locked.
 */
async function withTouchedKeys(input, { reader, target: { repository }, unseenKeys }) {
    const { changes, drift } = (0,_plan_make_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .makePlan */ .C)(input);
    const mayBeThere = (name) => unseenKeys !== 0 || input.live.keys.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(name));
    try {
        const touched = touchedKeys([...changes, ...drift], input).filter(mayBeThere);
        const answers = await askEach(touched, { reader, repository });
        const named = namedByFiles(changes, input);
        const others = await askEach(named.filter(mayBeThere), { reader, repository });
        const absent = named.map(_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs).filter((id) => others.get(id) === undefined);
        return { ...input, live: withKeyData(input.live, answers), absentKeys: new Set(absent) };
    }
    catch (error) {
        if (error instanceof _remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ReadRefused */ .LM)
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
    return distinct(named).filter((name) => !desired.keys.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(name)) && !isRead((0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(name)));
}
/** Throws {@link ReadRefused} where the server says nothing of keys. */
async function askEach(names, { reader, repository }) {
    return new Map(await (0,_parallel_js__WEBPACK_IMPORTED_MODULE_4__/* .inParallel */ .H)(names, async (name) => [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(name), await reader.keyData(repository, name)]));
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
    return [...new Map(names.map((name) => [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(name), name])).values()];
}


/***/ }),

/***/ 3735:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Lb: () => (/* binding */ replacePlaceholders),
/* harmony export */   Qf: () => (/* binding */ placeholdersIn),
/* harmony export */   mM: () => (/* binding */ escapedPlaceholders),
/* harmony export */   xp: () => (/* binding */ renderedIn)
/* harmony export */ });
// Placeholders `${key}` in files: which keys a file uses, and putting values in their place (behaviour.md, section 11).
const BLANKS = '[ \\t\\n\\x0b\\f\\r]*';
const NAME = '[[\\]()*\\-._+a-zA-Z0-9]+';
/** What counts when a file is saved: a backslash in front protects. */
const USED = new RegExp(`(?<!\\\\)\\$\\{${BLANKS}(${NAME})${BLANKS}\\}`, 'g');
/** What a backslash protects when the file is saved, and not when it is read. */
const ESCAPED = new RegExp(`\\\\\\$\\{${BLANKS}(${NAME})${BLANKS}\\}`, 'g');
/** What is replaced when a file is read: a backslash does not protect, and names begin and end with a word character. */
const RENDERED = new RegExp(`\\$\\{${BLANKS}\\b(${NAME})\\b${BLANKS}\\}`, 'g');
/** Names of the keys that a file with this content uses, in the spelling of their first use. */
function placeholdersIn(content) {
    if (!content.includes('${'))
        return [];
    const names = new Map();
    for (const [, name = ''] of content.matchAll(USED)) {
        const id = name.toLowerCase();
        if (!names.has(id))
            names.set(id, name);
    }
    return [...names.values()];
}
/** Names that stand behind a backslash: the server makes no key for them, but renders them like any other. */
function escapedPlaceholders(content) {
    if (!content.includes('\\${'))
        return [];
    return [...new Set(Array.from(content.matchAll(ESCAPED), ([, name = '']) => name))];
}
/** Names of the keys that reading such a file asks for, as they stand there. */
function renderedIn(content) {
    return Array.from(content.matchAll(RENDERED), ([, name = '']) => name);
}
/** What is left of a backslash before `${` when all is replaced goes. */
function replacePlaceholders(content, textOf) {
    if (!content.includes('${'))
        return content;
    return content.replace(RENDERED, (_, name) => textOf(name)).replaceAll('\\${', '${');
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


/***/ }),

/***/ 558:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ sameJson)
/* harmony export */ });
/* harmony import */ var _diagnostic_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5602);
/* harmony import */ var _json_node_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6946);
/* harmony import */ var _lenient_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9201);
// Comparing JSON texts as parsed: order of members and blanks do not matter, digits of numbers do.



/** Whether two JSON texts mean the same to the server. Numbers are compared as written, so that big ones stay exact. */
function sameJson(a, b) {
    if (a === b)
        return true;
    const left = canonical(a);
    return left !== undefined && left === canonical(b);
}
function canonical(text) {
    const parsed = (0,_lenient_json_js__WEBPACK_IMPORTED_MODULE_1__/* .parseLenientJson */ .Ri)(text);
    return 'value' in parsed ? (0,_json_node_js__WEBPACK_IMPORTED_MODULE_0__/* .compactJson */ .Ar)(sortMembers(parsed.value)) : undefined;
}
function sortMembers(node) {
    if (Array.isArray(node))
        return node.map(sortMembers);
    if (!(node instanceof Map))
        return node;
    const sorted = [...node].sort(([a], [b]) => (0,_diagnostic_js__WEBPACK_IMPORTED_MODULE_2__/* .compareText */ .n6)(a, b));
    return new Map(sorted.map(([name, member]) => [name, sortMembers(member)]));
}


/***/ }),

/***/ 4955:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Of: () => (/* binding */ memberCause),
/* harmony export */   kq: () => (/* binding */ changedMembers),
/* harmony export */   uk: () => (/* binding */ countAlready),
/* harmony export */   vR: () => (/* binding */ withCauses)
/* harmony export */ });
/* unused harmony export MEMBERS */
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
/* harmony import */ var _model_same_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(558);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);
/* harmony import */ var _model_vdt_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2783);
// Three states → the cause of each change: what the last apply declared, what the files declare, what the server holds.




/** The same changes, each with its cause. Without a baseline every one is `declared`. */
function withCauses(changes, input) {
    const found = changes.map((change) => (change.kind === 'key' ? undefined : itemCause(change, input)));
    const ofKeys = new Map();
    changes.forEach((change, index) => {
        if (change.kind !== 'value')
            return;
        const id = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key);
        ofKeys.set(id, (ofKeys.get(id) ?? new Set()).add(found[index] ?? 'declared'));
    });
    return changes.map((change, index) => {
        const cause = change.kind === 'key'
            ? keyCause(change, { ...input, values: ofKeys.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key)) })
            : found[index];
        return { ...change, cause: cause ?? 'declared' };
    });
}
function itemCause(change, input) {
    const thens = lastApplied(input).map((state) => thenOf(state, change));
    const there = liveItem(input.live, change);
    const isNewToUs = thens.length > 0 && thens.every((then) => isSame(then, undefined));
    // What others made is never taken to be ours, whatever it holds.
    if (there?.unknown && isNewToUs && change.after !== undefined)
        return 'conflict';
    if (change.rewritten)
        return 'rewritten';
    if (change.kind === 'value' && change.surplus && change.before === change.after)
        return 'declared';
    if (thens.length === 0 || thens.includes('unknown'))
        return 'declared';
    if (thens.some((then) => isSame(then, nowOf(change.before, there))))
        return 'declared';
    if (there?.unknown && !('drifted' in there))
        return 'declared';
    const after = nowOf(change.after);
    if (isUnclaimed(thens, { after, now: thenOf(input.desired, change) }))
        return 'declared';
    return thens.some((then) => isSame(then, after)) ? 'drift' : 'conflict';
}
function liveItem({ keys, files }, change) {
    const id = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextId */ .PF)((0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextIn */ .PO)(change.context));
    if (change.kind === 'file')
        return files.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .fileId */ .qp)(change.path, id));
    return keys.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key))?.values.get(id);
}
function nowOf(text, there) {
    if (text === undefined)
        return undefined;
    return { text, ...(there && 'native' in there && { native: true }) };
}
/** A mirror deletes what nobody declares, even where it once had to be absent; that others made it is the very reason. */
function isUnclaimed(thens, { after, now }) {
    if (after !== undefined)
        return false;
    const isSilent = now === undefined && thens.every((then) => isSame(then, undefined));
    return isSilent || thens.every((then) => then === undefined);
}
/** What was applied last, and what a run that never came to its end may have applied. */
function lastApplied({ baseline, announced }) {
    return [baseline, announced].filter((state) => state !== undefined);
}
function isSame(then, now) {
    if (then === 'unknown')
        return false;
    if (then === undefined || !then.there)
        return now === undefined;
    if (now === undefined)
        return false;
    if (then.text === now.text)
        return true;
    const isParsed = then.native === true || now.native === true;
    return isParsed && then.text !== null && now.text !== null && (0,_model_same_json_js__WEBPACK_IMPORTED_MODULE_1__/* .sameJson */ .V)(then.text, now.text);
}
function thenOf(state, change) {
    const id = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextId */ .PF)((0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextIn */ .PO)(change.context));
    if (change.kind === 'file')
        return fileThen(state, (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .fileId */ .qp)(change.path, id));
    return valueThen(state, { key: (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key), context: id, vdt: change.vdt });
}
function fileThen({ files }, id) {
    const file = files.get(id);
    if (file === undefined)
        return undefined;
    if (file.absent)
        return { there: false };
    return file.unknown ? 'unknown' : { there: true, text: file.content };
}
/** @param vdt the type that the key has where this state does not say */
function valueThen({ keys }, address) {
    const key = keys.get(address.key);
    const value = key?.values.get(address.context);
    if (key?.absent || value?.absent)
        return { there: false };
    if (key === undefined || value === undefined)
        return undefined;
    if (value.unknown)
        return 'unknown';
    const text = (0,_model_vdt_js__WEBPACK_IMPORTED_MODULE_3__/* .storedText */ .VS)(key.vdt ?? address.vdt, value.text);
    return { there: true, text, ...(value.native && { native: true }) };
}
/** How many items desired and live hold, or lack, alike, where the last apply had it otherwise. */
function countAlready(desired, live, { baseline, desired: declared }) {
    if (baseline === undefined)
        return 0;
    let count = 0;
    const compare = (now, then) => {
        const isAgreed = now.ours?.text === now.theirs?.text;
        if (isAgreed && then !== 'unknown' && !isSame(then, now.ours))
            count++;
    };
    for (const id of idsOf(desired.keys, baseline.keys)) {
        const [ours, theirs, was] = [desired.keys.get(id), live.keys.get(id), baseline.keys.get(id)];
        // Declared just as it was, and just as it is there.
        if (ours === theirs && was === declared.keys.get(id))
            continue;
        const vdt = ours?.vdt ?? was?.vdt ?? theirs?.vdt ?? 'Text';
        for (const context of idsOf(ours?.values, was?.values)) {
            const then = valueThen(baseline, { key: id, context, vdt });
            compare({ ours: presentText(ours, context), theirs: theirs?.values.get(context) }, then);
        }
    }
    for (const id of idsOf(desired.files, baseline.files)) {
        const [ours, theirs] = [desired.files.get(id), live.files.get(id)];
        const now = { ours: ours?.absent ? undefined : textOf(ours), theirs: textOf(theirs) };
        compare(now, fileThen(baseline, id));
    }
    return count;
}
function presentText(key, context) {
    const value = key?.values.get(context);
    return key?.absent || value?.absent ? undefined : value;
}
function textOf(file) {
    return file === undefined ? undefined : { text: file.content };
}
/** The ids of both, each once. */
function* idsOf(a, b) {
    if (a !== undefined)
        yield* a.keys();
    if (b !== undefined)
        for (const id of b.keys())
            if (!a?.has(id))
                yield id;
}
/** A key that comes or goes with values does so for their reason; metadata has one of its own, member by member. */
function keyCause(change, input) {
    const { values } = input;
    const [baseline] = lastApplied(input);
    if (baseline === undefined)
        return 'declared';
    if (change.action === 'update') {
        return strongest(changedMembers(change).map((name) => memberCause(change, { baseline, name })));
    }
    if (values !== undefined && change.values > 0)
        return strongest(values);
    const [was, ours] = [baseline, input.desired].map(({ keys }) => keys.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key)));
    if (was === undefined || (was.absent && ours === undefined))
        return 'declared';
    return (change.action === 'create') === (was.absent !== true) ? 'drift' : 'declared';
}
/** What is pushed for any reason of ours is not drift; a conflict anywhere is one. */
function strongest(causes) {
    const all = new Set(causes);
    return all.has('conflict') ? 'conflict' : all.size === 1 && all.has('drift') ? 'drift' : 'declared';
}
const MEMBERS = ['vdt', 'readme', 'deprecated', 'push'];
function changedMembers({ before = {}, after = {} }) {
    return MEMBERS.filter((name) => before[name] !== after[name]);
}
/** A member that the last apply did not declare was not ours until now. */
function memberCause({ key, before = {}, after = {} }, { baseline, name }) {
    const was = baseline.keys.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(key))?.[name];
    if (was === undefined || was === before[name])
        return 'declared';
    return was === after[name] ? 'drift' : 'conflict';
}


/***/ }),

/***/ 3512:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ complete)
/* harmony export */ });
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6616);
/* harmony import */ var _model_vdt_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2783);
/* harmony import */ var _model_same_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(558);
// Normalise, then compare: desired gets from live what it leaves open, and takes the form in which the server stores.



/**
 * Desired with every open question answered by live, or by the server's defaults for a new key. A key that live has just
 * so is live's own object: whatever compares the two need look no further.
 */
function complete(desired, live, settings) {
    const keys = new Map();
    for (const [id, key] of desired.keys)
        keys.set(id, completeKey(key, live.keys.get(id), settings));
    const files = new Map();
    for (const [id, file] of desired.files) {
        const there = live.files.get(id);
        files.set(id, there === undefined || there === file ? file : completeFile(file, there));
    }
    return { keys, files };
}
/** A file keeps the group that it has, as a key does. */
function completeFile(file, live) {
    const securityGroup = file.securityGroup ?? live.securityGroup;
    return { ...file, context: live.context, ...(securityGroup !== undefined && { securityGroup }) };
}
function completeKey(key, live, settings) {
    if (live !== undefined && isAsLive(key, live, settings))
        return live;
    const declared = live !== undefined && !settings.vdtEnabled ? live.vdt : key.vdt;
    const vdt = declared ?? live?.vdt ?? 'Text';
    const readme = key.readme ?? live?.readme;
    const completed = {
        ...key,
        name: live?.name ?? key.name,
        vdt,
        deprecated: key.deprecated ?? live?.deprecated ?? false,
        // A key born with `push: false` could never be changed by a push again.
        push: key.push ?? live?.push ?? true,
        values: new Map(),
    };
    const securityGroup = key.securityGroup ?? live?.securityGroup;
    if (readme !== undefined)
        completed.readme = readme;
    if (securityGroup !== undefined)
        completed.securityGroup = securityGroup;
    for (const [id, value] of key.values)
        completed.values.set(id, completeValue(value, live?.values.get(id), completed));
    return completed;
}
/** Whether nothing that is declared differs from what is there. */
function isAsLive(key, live, { vdtEnabled }) {
    const { vdt, deprecated, push } = live;
    // Without an export not everything of a key is known.
    if (vdt === undefined || deprecated === undefined || push === undefined)
        return false;
    if (key.absent || key.values.size !== live.values.size)
        return false;
    const isOpen = (name) => key[name] === undefined || key[name] === live[name];
    if (!_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .KEY_METADATA */ .Mv.every((name) => isOpen(name) || (name === 'vdt' && !vdtEnabled)))
        return false;
    for (const [id, { text, unknown, absent }] of key.values) {
        const there = live.values.get(id);
        if (there === undefined || unknown || absent || there.unknown || there.duplicates)
            return false;
        if ((0,_model_vdt_js__WEBPACK_IMPORTED_MODULE_1__/* .storedText */ .VS)(vdt, text) !== there.text)
            return false;
    }
    return true;
}
function completeValue(value, live, key) {
    const context = live?.context ?? value.context;
    const text = key.vdt === undefined ? value.text : (0,_model_vdt_js__WEBPACK_IMPORTED_MODULE_1__/* .storedText */ .VS)(key.vdt, value.text);
    if ((value.native || live?.native) && text !== null && live?.text != null && (0,_model_same_json_js__WEBPACK_IMPORTED_MODULE_2__/* .sameJson */ .V)(text, live.text)) {
        return { ...value, context, text: live.text };
    }
    return context === value.context && text === value.text ? value : { ...value, context, text };
}


/***/ }),

/***/ 6840:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ diff)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2774);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);
// Desired against live: the changes that lead from one to the other. No options, no forgiveness.



/**
 * The sorted changes from live to desired.
 * @param depth number of context levels, to write contexts in full
 */
function diff(desired, live, depth) {
    const changes = [];
    if (desired === live)
        return changes;
    for (const [id, key] of desired.keys)
        diffKey(changes, { key, live: live.keys.get(id), depth });
    for (const [id, key] of live.keys)
        if (!desired.keys.has(id))
            deleteKey(changes, key, depth);
    for (const [id, file] of desired.files)
        diffFile(changes, { file, live: live.files.get(id), depth });
    for (const [id, file] of live.files)
        if (!desired.files.has(id))
            deleteFile(changes, file, depth);
    return changes.sort(_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .compareChanges */ .vF);
}
function diffKey(changes, { key, live, depth }) {
    if (key === live)
        return;
    const own = keyChange(key, live, depth);
    if (own !== undefined)
        changes.push(own);
    for (const [id, value] of key.values) {
        const change = valueChange(key, { value, live: live?.values.get(id), depth });
        if (change !== undefined)
            changes.push(change);
    }
    for (const [id, value] of live?.values ?? []) {
        if (!key.values.has(id))
            changes.push(deleteValue(key, value, depth));
    }
}
function keyChange(key, live, depth) {
    const own = { kind: 'key', key: key.name };
    if (live === undefined)
        return { ...own, action: 'create', after: metadata(key), values: key.values.size };
    if (_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .KEY_METADATA */ .Mv.every((name) => key[name] === live[name]))
        return undefined;
    // Rows have no order (behaviour.md, section 13): always the same one.
    const stays = [...live.values].flatMap(([id, { context }]) => (key.values.has(id) ? [context] : []));
    const [broadest] = stays.sort(_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .compareContexts */ .wn);
    const anchor = broadest === undefined ? {} : { anchor: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .fullContext */ .NH)(broadest, depth) };
    return { ...own, action: 'update', before: metadata(live), after: metadata(key), values: 0, ...anchor };
}
function valueChange(key, { value, live, depth }) {
    const isSame = live?.text === value.text && !live.unknown && !value.unknown;
    if (isSame && !live.duplicates)
        return undefined;
    // What live holds and nobody declares stands on both sides, unknown or not.
    if (value === live)
        return undefined;
    const change = {
        ...valueAt(key, value, depth),
        after: value.text,
        ...surplusOf(live?.duplicates ? live : value),
    };
    if (live === undefined)
        return { ...change, action: 'create' };
    if (live.unknown || value.unknown)
        return { ...change, action: 'update', rewritten: true };
    return { ...change, action: 'update', before: live.text };
}
function deleteKey(changes, key, depth) {
    const { name, values } = key;
    changes.push({ kind: 'key', action: 'delete', key: name, before: metadata(key), values: values.size });
    for (const value of values.values())
        changes.push(deleteValue(key, value, depth));
}
function deleteValue(key, value, depth) {
    return { ...valueAt(key, value, depth), action: 'delete', before: value.text, ...surplusOf(value) };
}
function surplusOf({ duplicates }) {
    return duplicates === undefined ? {} : { surplus: duplicates };
}
function valueAt(key, value, depth) {
    const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .fullContext */ .NH)(value.context, depth);
    return { kind: 'value', key: key.name, context, vdt: key.vdt ?? 'Text' };
}
function diffFile(changes, { file, live, depth }) {
    if (file === live)
        return;
    const { securityGroup, content: after } = file;
    const address = { ...fileAt(file, depth), ...(securityGroup !== undefined && { securityGroup }) };
    const change = { ...address, after };
    if (live === undefined)
        changes.push({ ...change, action: 'create' });
    else if (live.differs && !file.unknown)
        changes.push({ ...change, action: 'update' });
    // Drift is compared the other way round.
    else if (file.drifted && !live.unknown)
        changes.push({ ...address, action: 'update', before: live.content });
    else if (live.unknown || file.unknown)
        changes.push({ ...change, action: 'update', rewritten: true });
    else if (live.content !== after || live.securityGroup !== securityGroup)
        changes.push({ ...change, action: 'update', before: live.content });
}
function deleteFile(changes, file, depth) {
    const before = file.unknown ? {} : { before: file.content };
    changes.push({ ...fileAt(file, depth), action: 'delete', ...before });
}
function fileAt(file, depth) {
    return { kind: 'file', path: file.path, context: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .fullContext */ .NH)(file.context, depth) };
}
function metadata(key) {
    return Object.fromEntries(_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .KEY_METADATA */ .Mv.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]])));
}


/***/ }),

/***/ 5188:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   s: () => (/* binding */ withDriftKept)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6616);
/* harmony import */ var _causes_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4955);
// What others changed on the server and the files did not: left as it is, or overwritten.



/**
 * Desired with every drifted item as the server has it, so that comparing again leaves it alone.
 * @param drifted changes from live to desired whose cause is drift, in part or whole
 */
function withDriftKept(desired, { live, baseline, changes }) {
    const drifted = changes.filter((change) => change.cause === 'drift');
    if (drifted.length === 0 && !changes.some(({ kind }) => kind === 'key'))
        return desired;
    const keys = new Map(desired.keys);
    const files = new Map(desired.files);
    for (const change of drifted) {
        const short = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextIn */ .PO)('context' in change ? change.context : '');
        if (change.kind === 'file')
            put(files, (0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .fileId */ .qp)(change.path, short), live.files.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .fileId */ .qp)(change.path, short)));
        if (change.kind !== 'value')
            continue;
        const key = ownCopy(keys, { id: (0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(change.key), desired, live });
        put(key.values, (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextId */ .PF)(short), live.keys.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(change.key))?.values.get((0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextId */ .PF)(short)));
    }
    for (const change of changes) {
        if (change.kind === 'key')
            keepKey(keys, { change, desired, live, baseline });
    }
    return { keys, files };
}
function put(items, id, item) {
    if (item === undefined)
        items.delete(id);
    else
        items.set(id, item);
}
/** The key that may be changed: states share what they do not change. */
function ownCopy(keys, { id, desired, live }) {
    const known = keys.get(id);
    const there = live.keys.get(id);
    if (known !== undefined && known !== desired.keys.get(id))
        return known;
    const template = known ?? there;
    if (template === undefined)
        throw new Error(`no key ${id} in either state`);
    const copy = { ...template, values: new Map(known?.values ?? []) };
    keys.set(id, copy);
    return copy;
}
/** A key that came or went only by drift goes or comes back; drifted metadata is the server's again. */
function keepKey(keys, { change, desired, live, baseline }) {
    const id = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(change.key);
    if (change.action === 'update') {
        const members = (0,_causes_js__WEBPACK_IMPORTED_MODULE_2__/* .changedMembers */ .kq)(change).filter((name) => (0,_causes_js__WEBPACK_IMPORTED_MODULE_2__/* .memberCause */ .Of)(change, { baseline, name }) === 'drift');
        if (members.length === 0)
            return;
        const key = ownCopy(keys, { id, desired, live });
        const there = live.keys.get(id);
        for (const name of members)
            Object.assign(key, { [name]: there?.[name] });
        return;
    }
    if (change.cause !== 'drift')
        return;
    if (change.action === 'create')
        keys.delete(id);
    else if (!keys.has(id))
        put(keys, id, live.keys.get(id));
}


/***/ }),

/***/ 9006:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ keepUnmanaged),
/* harmony export */   D: () => (/* binding */ oursIn)
/* harmony export */ });
/* harmony import */ var _model_scope_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(997);

/**
 * Desired without what it declares absent, and with everything of live that the prune mode leaves alone:
 * `managed` deletes what the baseline declared and desired no longer does, `all` whatever desired does not
 * declare, `none` nothing. What is declared with `opp: delete` goes in every mode. What is out of scope stays; so does
 * a key without values, unless all of it is in scope.
 */
function keepUnmanaged(desired, options) {
    return { keys: keepKeys(desired, options), files: keepFiles(desired, options) };
}
function keepKeys(desired, options) {
    const { live, prune, scope = _model_scope_js__WEBPACK_IMPORTED_MODULE_0__/* .WHOLE_REPOSITORY */ .D } = options;
    const ours = oursIn(options);
    const keys = new Map();
    for (const [id, key] of desired.keys) {
        if (key === live.keys.get(id)) {
            keys.set(id, key);
            continue;
        }
        const values = present(key.values);
        // Deleting values of a key that is not there must not create it.
        const isOnlyDeleted = values.size === 0 && key.values.size > 0 && !live.keys.has(id);
        if (!key.absent && !isOnlyDeleted)
            keys.set(id, { ...key, values });
    }
    for (const [id, there] of live.keys) {
        const declared = desired.keys.get(id);
        if (declared === there)
            continue;
        const values = keys.get(id)?.values ?? new Map();
        for (const [context, value] of there.values) {
            if (declared?.values.has(context))
                continue;
            const isOutside = !scope.value(there.name, value.context);
            if (isOutside || (!declared?.absent && isKept(prune, ours.value(id, context))))
                values.set(context, value);
        }
        const isWhole = scope.wholeKey(there.name);
        if (declared !== undefined && !(declared.absent && (values.size > 0 || !isWhole)))
            continue;
        // Inactive rows, and those of contexts that nobody declares, are nobody's in Git: they keep their key alive, as they do on the server.
        const others = there.elsewhere === true || (there.inactive ?? 0) > 0;
        const outlives = values.size > 0 || ((prune !== 'all' || !isWhole) && others);
        const isOthers = !scope.key(there.name) || (!isWhole && there.values.size === 0);
        if (outlives || isOthers || (there.values.size === 0 && isKept(prune, ours.key(id))))
            keys.set(id, { ...there, values });
    }
    return keys;
}
function keepFiles(desired, options) {
    const { live, prune, scope = _model_scope_js__WEBPACK_IMPORTED_MODULE_0__/* .WHOLE_REPOSITORY */ .D } = options;
    const ours = oursIn(options);
    const files = new Map([...desired.files].filter(([, file]) => !file.absent));
    for (const [id, there] of live.files) {
        if (desired.files.has(id))
            continue;
        if (!scope.file(there.path, there.context) || isKept(prune, ours.file(id)))
            files.set(id, there);
    }
    return files;
}
/** Whether the last apply, or one that never came to its end, declared an item. */
function oursIn({ baseline, announced }) {
    const states = [baseline, announced].filter((state) => state !== undefined);
    const declares = (find) => states.some((state) => {
        const item = find(state);
        return item !== undefined && item.absent !== true;
    });
    return {
        key: (id) => declares(({ keys }) => keys.get(id)),
        value: (id, context) => declares(({ keys }) => keys.get(id)?.values.get(context)),
        file: (id) => declares(({ files }) => files.get(id)),
    };
}
function isKept(prune, isOurs) {
    return prune === 'none' || (prune === 'managed' && !isOurs);
}
function present(values) {
    return new Map([...values].filter(([, value]) => !value.absent));
}


/***/ }),

/***/ 1985:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  C: () => (/* binding */ makePlan),
  u: () => (/* binding */ standIn)
});

// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/model/union.js
var union = __webpack_require__(2670);
;// CONCATENATED MODULE: ./lib/plan/annotate.js
// Changes get what only the files know: the line that asks for each, and which of them are secret.




/** A value that was or will be secret is marked whatever the other side says, so that both sides are masked. */
function annotated(changes, knowledge) {
    const [first, ...others] = [knowledge.baseline, knowledge.announced].filter((state) => state !== undefined);
    const known = first === undefined ? knowledge : { ...knowledge, baseline: (0,union/* unionOf */.Z)(first, ...others) };
    const files = [...known.desired.files.values(), ...(known.baseline?.files.values() ?? [])];
    const secretPaths = new Set(files.filter((file) => file.secret).map(({ path }) => path));
    return changes.map((change) => annotate(change, { ...known, secretPaths }));
}
function annotate(change, knowledge) {
    const { desired, live, baseline, prune, scope, isSecretName, isTheirs, secretPaths } = knowledge;
    const now = declared(desired, change);
    const before = baseline === undefined ? undefined : declared(baseline, change);
    const there = declared(live, change);
    const name = change.kind === 'file' ? change.path : change.key;
    const isFromServer = isTheirs || (change.kind !== 'key' && change.before !== undefined);
    const isSecret = isSecretName(name) ||
        now.item?.secret ||
        before?.item?.secret ||
        [now, before, there].some(isGuarded) ||
        (change.kind !== 'key' && [change.before, change.after].some(secrets/* looksSecret */.n0)) ||
        (change.kind === 'value' && isFromServer && [now, before].some(holdsSecret)) ||
        (change.kind === 'file' && isFromServer && secretPaths.has(change.path));
    const isWhole = change.kind === 'key' &&
        change.action === 'delete' &&
        scope.wholeKey(change.key) &&
        (prune === 'all' || now.item?.absent === true);
    return {
        ...change,
        ...placeOf(change, { now, before }),
        ...(isSecret ? { secret: true } : {}),
        ...(isWhole ? { whole: true } : {}),
    };
}
/** What a security group guards is secret even where the group has no cipher, and the export shows it. */
function isGuarded(declaration) {
    const item = declaration?.owner ?? declaration?.item;
    return item !== undefined && 'securityGroup' in item && item.securityGroup !== undefined;
}
/** Whether a key is secret in some context: what the server has of it in another may be the same secret, moved. */
function holdsSecret(declaration) {
    return [...(declaration?.owner?.values.values() ?? [])].some((value) => value.secret);
}
function declared(state, change) {
    if (change.kind === 'file')
        return { item: state.files.get((0,model_state/* fileId */.qp)(change.path, shortContext(change.context))), owner: undefined };
    const key = state.keys.get((0,model_state/* keyId */.xs)(change.key));
    if (change.kind === 'key')
        return { item: key, owner: undefined };
    return { item: key?.values.get((0,model_context/* contextId */.PF)(shortContext(change.context))), owner: key };
}
function placeOf(change, { now, before }) {
    const place = now.item?.place ?? (now.owner?.absent ? now.owner.place : undefined);
    if (place !== undefined)
        return { place };
    const was = before?.item?.place;
    return change.action !== 'delete' || was === undefined ? {} : { removedFrom: was };
}
/** A context as states know it, from one that a change writes in full. */
function shortContext(context) {
    return (0,model_context/* contextIn */.PO)(context);
}

// EXTERNAL MODULE: ./lib/plan/causes.js
var causes = __webpack_require__(4955);
// EXTERNAL MODULE: ./lib/plan/complete.js
var complete = __webpack_require__(3512);
// EXTERNAL MODULE: ./lib/plan/diff.js
var diff = __webpack_require__(6840);
// EXTERNAL MODULE: ./lib/plan/drift.js
var plan_drift = __webpack_require__(5188);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./lib/model/force.js
var model_force = __webpack_require__(4774);
// EXTERNAL MODULE: ./lib/plan/review.js
var review = __webpack_require__(2591);
;// CONCATENATED MODULE: ./lib/plan/force.js
// Approval: the digest of a plan, and what becomes of refusals that may be approved once it is given.



/** A YAML reader takes `123456` and `12e456` for numbers, and writes them otherwise. */
const UNMISTAKABLE = new RegExp(`(?=[0-9a-f]{0,${model_force/* DIGEST_LENGTH */.On - 1}}[abcdf])[0-9a-f]{${model_force/* DIGEST_LENGTH */.On}}`);
/** Of what is done, to what, and where; secrets count by address and action, unless there is a key to digest them with. */
function digestOf({ target, prune, changes, digestKey }) {
    const { url, account, name } = target;
    const { items } = (0,review.reviewOf)({ target, prune, changes }, digestKey);
    const hash = (0,external_node_crypto_.createHash)('sha256')
        .update(JSON.stringify([url, account, name, prune, items]))
        .digest('hex');
    return UNMISTAKABLE.exec(hash)?.[0] ?? `f${hash.slice(1, model_force/* DIGEST_LENGTH */.On)}`;
}
/** Whether approval was given for another plan than this. */
function isOfAnother({ force, ...input }) {
    return force !== undefined && force.digest !== digestOf(input);
}
/** An approved refusal stays as a warning: what was forced is seen. */
function judged(found, input) {
    const refused = found.filter(({ severity }) => severity === 'refusal');
    if (refused.length === 0)
        return { findings: found.map(({ name: _, ...finding }) => finding) };
    if (input.isOffline)
        return { findings: found.map((one) => withHint(one, OFFLINE)) };
    const digest = digestOf(input);
    const isApproved = ({ name }) => input.force?.digest === digest && (name === undefined || (0,model_force/* allows */.NB)(input.force, name));
    const left = refused.filter((one) => !isApproved(one));
    const force = (0,model_force/* forceText */.JX)({ digest, names: namesOf(refused) });
    const forced = (0,model_force/* forceText */.JX)({ digest, names: namesOf(refused.filter(isApproved)) });
    return {
        findings: found.map((one) => isApproved(one) ? approved(one, forced) : withHint(one, howToApprove(force))),
        ...(left.length > 0 && { force }),
        ...(left.length < refused.length && { forced }),
    };
}
const OFFLINE = 'If that is meant, the plan that an apply makes prints what approves it.';
function howToApprove(force) {
    const flag = force.includes(' ') ? `'${force}'` : force;
    return `If that is meant, approve this one plan with --force ${flag} (input \`force: ${force}\`).`;
}
function approved({ name: _, ...finding }, force) {
    return { ...finding, severity: 'warning', hint: `Approved by \`force: ${force}\`.` };
}
function withHint({ name: _, hint, ...finding }, how) {
    return { ...finding, hint: hint === undefined ? how : `${hint} ${how}` };
}
function namesOf(found) {
    return [...new Set(found.flatMap(({ name }) => name ?? []))].sort();
}

// EXTERNAL MODULE: ./lib/model/nearest.js
var nearest = __webpack_require__(6047);
;// CONCATENATED MODULE: ./lib/plan/rule.js
// What a rule is, wherever it is kept, and how the checks of the plan look things up.


function at({ place, removedFrom }) {
    if (place !== undefined)
        return { place };
    return removedFrom === undefined ? {} : { removedFrom };
}
function keys(changes) {
    return changes.filter((change) => change.kind === 'key');
}
function values(changes) {
    return changes.filter((change) => change.kind === 'value');
}
/** Files that the plan creates or updates. */
function writtenFiles(changes) {
    return changes.filter((change) => change.kind === 'file' && change.after !== undefined);
}
function liveKey(live, change) {
    return live.keys.get((0,model_state/* keyId */.xs)(change.key));
}
function liveFile(live, change) {
    return live.files.get((0,model_state/* fileId */.qp)(change.path, (0,model_context/* contextIn */.PO)(change.context)));
}

;// CONCATENATED MODULE: ./lib/plan/rules/contexts.js
// Rules about context elements: a push creates what it names, and nothing removes it again (behaviour.md, section 6).



function contextNew({ changes, elements, allowNewContexts, target }) {
    const allowed = new Set(allowNewContexts.map((name) => name.toLowerCase()));
    const reported = new Set();
    return (elements === undefined ? [] : changes).flatMap((change) => {
        if (change.kind === 'key' || change.action === 'delete')
            return [];
        return (0,model_context/* elementsOf */.ZE)(change.context).flatMap((element, level) => {
            const known = elements?.[level];
            const id = `${level};${element.toLowerCase()}`;
            if (element === model_context/* EVERYWHERE */.Zh || !model_context/* ELEMENT_NAME */.Hi.test(element) || known === undefined || known.size === 0)
                return [];
            if (known.has(element.toLowerCase()) || allowed.has(element.toLowerCase()) || reported.has(id))
                return [];
            reported.add(id);
            const near = (0,nearest/* nearest */.p)(element, known.values());
            const message = `The level ${target.levels[level]} has no element \`${element}\`; a push would create it for ever.`;
            const add = `add it to \`allowNewContexts\` in confighub.yaml`;
            return [
                {
                    ...at(change),
                    message,
                    hint: near === undefined ? `If it is new, ${add}.` : `Did you mean \`${near}\`? If not, ${add}.`,
                },
            ];
        });
    });
}

;// CONCATENATED MODULE: ./lib/plan/table/contexts.js

const CONTEXT_RULES = {
    title: 'Contexts',
    rules: [
        {
            code: 'context-depth',
            severity: 'refusal',
            found: 'files',
            detects: 'names a context with fewer or more elements than the repository has levels',
            server: 'refuses the push',
            advice: 'Write one element for each level, `*` for any.',
        },
        {
            code: 'context-syntax',
            severity: 'refusal',
            found: 'files',
            detects: 'leaves an element of a context empty',
            server: 'drops empty elements at the end, and takes others for `*`',
            advice: 'Write `*` for any.',
        },
        {
            code: 'context-name',
            severity: 'refusal',
            found: 'files',
            detects: 'names an element of more than 255 characters, or with others than letters, digits and `- . _ +` inside',
            server: 'refuses the push',
            advice: 'Rename the element.',
        },
        {
            code: 'context-case',
            severity: 'refusal',
            found: 'files',
            detects: 'writes one element in two ways that differ in upper and lower case only',
            server: 'takes both for one context',
            advice: 'Write it in one way.',
        },
        {
            code: 'context-new',
            severity: 'refusal',
            found: 'plan',
            detects: 'names an element that its level does not have yet (where the level has any)',
            server: 'creates the element for ever',
            advice: 'Correct it, or add it to `allowNewContexts`.',
            check: contextNew,
        },
    ],
};

// EXTERNAL MODULE: ./lib/plan/phases.js + 1 modules
var phases = __webpack_require__(8464);
// EXTERNAL MODULE: ./lib/model/placeholders.js
var placeholders = __webpack_require__(3735);
;// CONCATENATED MODULE: ./lib/plan/rules/references.js



const REFERENCES = ['FileRef', 'FileEmbed'];
function fileUnknown({ changes, after, liveSource }) {
    if (liveSource !== 'export')
        return [];
    const paths = pathsOf(after);
    return values(changes).flatMap((change) => {
        if (change.action === 'delete' || change.after === undefined || !REFERENCES.includes(change.vdt))
            return [];
        if (change.after !== null && paths.has(change.after))
            return [];
        const message = `${change.key} in \`${change.context}\` is ${change.vdt}, but its value is not the path of a file.`;
        return [
            { ...at(change), message, hint: 'Write the exact path of a file that is declared or on the server.' },
        ];
    });
}
function fileReferenced({ changes, after }) {
    const gone = changes.filter((change) => change.kind === 'file' && change.action === 'delete');
    if (gone.length === 0)
        return [];
    const paths = pathsOf(after);
    const users = new Map();
    for (const key of after.keys.values())
        for (const path of referencesOf(key))
            users.set(path, key.name);
    return gone.flatMap((change) => {
        const user = change.kind === 'file' && !paths.has(change.path) ? users.get(change.path) : undefined;
        if (user === undefined || change.kind !== 'file')
            return [];
        const message = `The file ${change.path} is to go, but the key ${user} still points at it.`;
        return [{ ...at(change), message, hint: 'Nothing is refused, but whoever reads the key finds no file.' }];
    });
}
/** A file that embeds itself, by way of keys that its placeholders name. */
function lastingCircle({ changes, after }) {
    const closing = changes.flatMap((change) => {
        if (change.kind === 'key' || change.after == null)
            return [];
        if (change.kind === 'file')
            return [{ change, path: change.path }];
        return change.vdt === 'FileEmbed' ? [{ change, path: change.after }] : [];
    });
    if (closing.length === 0)
        return [];
    const embeds = embeddedPaths(after);
    const reported = new Set();
    return closing.flatMap(({ change, path }) => {
        const circle = findCircle(path, embeds);
        if (circle === undefined || circle.some((one) => reported.has(one)))
            return [];
        for (const one of circle)
            reported.add(one);
        const message = `The file ${path} would embed itself: ${circle.join(' → ')}.`;
        return [{ ...at(change), message, hint: 'Break the circle: the server refuses it.' }];
    });
}
/** For each file, the files that it embeds by way of its placeholders. */
function embeddedPaths(after) {
    const embeds = new Map();
    for (const file of after.files.values()) {
        const found = embeds.get(file.path) ?? new Set();
        for (const name of (0,placeholders/* placeholdersIn */.Qf)(file.content)) {
            const key = after.keys.get((0,model_state/* keyId */.xs)(name));
            if (key?.vdt === 'FileEmbed')
                for (const path of referencesOf(key))
                    found.add(path);
        }
        embeds.set(file.path, found);
    }
    return embeds;
}
/** The way from a file back to itself. */
function findCircle(start, embeds) {
    const seen = new Set();
    const stack = [[start]];
    for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
        for (const next of embeds.get(path.at(-1) ?? '') ?? []) {
            if (next === start)
                return [...path, next];
            if (!seen.has(next))
                stack.push([...path, next]);
            seen.add(next);
        }
    }
    return undefined;
}
function referencesOf(key) {
    if (!REFERENCES.includes(key.vdt ?? ''))
        return [];
    return [...key.values.values()].flatMap(({ text }) => (text === null ? [] : [text])).sort();
}
function pathsOf(state) {
    return new Set([...state.files.values()].map(({ path }) => path));
}

;// CONCATENATED MODULE: ./lib/plan/rules/circles.js
// Files that embed themselves while a push is at work: the server takes one item after the other, files before keys.





/** A file that embeds itself after the push, or while it is at work. */
function fileCircle(input) {
    const lasting = lastingCircle(input);
    return lasting.length > 0 ? lasting : circleOnTheWay(input);
}
/** Circles that are there for a moment only: each item is checked with the others as they stand just then. */
function circleOnTheWay(input) {
    const { changes, batch, live, after } = input;
    if (!mayClose(live, after))
        return [];
    const state = { keys: new Map(live.keys), files: new Map(live.files) };
    for (const phase of (0,phases.phasesOf)({ changes: [...changes], ...(batch !== undefined && { batch }) })) {
        for (const { change, path } of steps(state, phase)) {
            const circle = findCircle(path, embeddedPaths(state));
            if (circle !== undefined)
                return [found(change, circle)];
        }
    }
    return [];
}
/** Cheap, and nearly always the end of it: whether old and new together have a circle at all. */
function mayClose(live, after) {
    const union = new Map();
    for (const { keys: some } of [live, after]) {
        for (const { files } of [live, after]) {
            for (const [path, next] of embeddedPaths({ keys: some, files })) {
                const known = union.get(path) ?? new Set();
                for (const one of next)
                    known.add(one);
                union.set(path, known);
            }
        }
    }
    return [...union.keys()].some((path) => findCircle(path, union) !== undefined);
}
/** Applies the changes of one push in the order of the server, and stops at each that it checks. */
function* steps(state, changes) {
    for (const change of changes) {
        if (change.kind !== 'file')
            continue;
        putFile(state, change);
        if (change.after !== undefined)
            yield { change, path: change.path };
    }
    for (const name of new Set(changes.flatMap((change) => (change.kind === 'file' ? [] : [(0,model_state/* keyId */.xs)(change.key)])))) {
        const own = changes.filter((change) => change.kind !== 'file' && (0,model_state/* keyId */.xs)(change.key) === name);
        for (const change of keys(own))
            putKey(state, change);
        const written = values(own);
        for (const change of [...written.filter(isUpsert), ...written.filter((one) => !isUpsert(one))]) {
            putValue(state, change);
            if (change.vdt === 'FileEmbed' && change.after != null)
                yield { change, path: change.after };
        }
    }
}
function isUpsert({ action }) {
    return action !== 'delete';
}
function putFile({ files }, { path, context, after }) {
    const id = (0,model_state/* fileId */.qp)(path, (0,model_context/* contextIn */.PO)(context));
    if (after === undefined)
        files.delete(id);
    else
        files.set(id, { path, context, content: after });
}
function putKey({ keys: all }, { key: name, after }) {
    const there = all.get((0,model_state/* keyId */.xs)(name)) ?? { name, values: new Map() };
    if (after === undefined)
        all.delete((0,model_state/* keyId */.xs)(name));
    else
        all.set((0,model_state/* keyId */.xs)(name), { ...there, ...after });
}
function putValue({ keys: all }, { key: name, context, vdt, after }) {
    const there = all.get((0,model_state/* keyId */.xs)(name)) ?? { name, vdt, values: new Map() };
    const changed = new Map(there.values);
    const id = (0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(context));
    if (after === undefined)
        changed.delete(id);
    else
        changed.set(id, { context, text: after });
    all.set((0,model_state/* keyId */.xs)(name), { ...there, values: changed });
}
function found(change, circle) {
    const message = `The file ${circle[0]} would embed itself while the push is at work, because the server takes one item after the other, files before keys: ${circle.join(' → ')}.`;
    return {
        ...at(change),
        message,
        hint: 'Apply it in two steps, the keys before the files.',
    };
}

// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
;// CONCATENATED MODULE: ./lib/plan/rules/items.js
// Rules about keys, values and files that the server would not let go, or would drop (behaviour.md, sections 7, 9, 12 and 17).



function lastValue({ changes, after, live }) {
    const names = new Set(values(changes).flatMap((change) => (change.action === 'delete' ? [change.key] : [])));
    return [...names].flatMap((name) => {
        const key = after.keys.get((0,model_state/* keyId */.xs)(name));
        const there = live.keys.get((0,model_state/* keyId */.xs)(name));
        if (key === undefined || key.values.size > 0 || there?.elsewhere || (there?.inactive ?? 0) > 0)
            return [];
        const message = `${name} is declared, but would lose its last value, and with it the server drops the key.`;
        return [
            {
                ...(key.place && { place: key.place }),
                message,
                hint: 'Declare a value, or `opp: delete` for the key.',
            },
        ];
    });
}
function fileHeldTwice({ changes, live }) {
    return changes.flatMap((change) => {
        const rows = change.kind === 'file' ? liveFile(live, change)?.duplicates : undefined;
        if (rows === undefined)
            return [];
        const message = `The server holds ${rows + 1} rows of this file: ${(0,plan/* addressOf */.ci)(change)} in one context.`;
        return [
            { ...at(change), message, hint: "Delete the surplus in the server's own pages, then plan again." },
        ];
    });
}
function keyLocked({ changes, live, desired, forceKeyPush }) {
    if (forceKeyPush)
        return [];
    const names = new Set(changes.flatMap((change) => (change.kind === 'file' ? [] : [change.key])));
    return [...names].flatMap((name) => {
        const there = live.keys.get((0,model_state/* keyId */.xs)(name));
        if (there?.push !== false)
            return [];
        const place = desired.keys.get((0,model_state/* keyId */.xs)(name))?.place;
        const message = `${name} is locked on the server (\`push: false\`).`;
        const hint = 'The server refuses the whole push: leave the key alone, or use a token that may force it and say `forceKeyPush: true` in confighub.yaml.';
        return [{ ...(place && { place }), message, hint }];
    });
}
function keyLocksItself({ changes }) {
    return keys(changes).flatMap((change) => {
        if (change.after?.push !== false || change.before?.push === false)
            return [];
        const message = `\`push: false\` locks ${change.key}: afterwards only a token that may force can change it.`;
        return [{ ...at(change), message }];
    });
}
function inactiveRow({ changes, live }) {
    const names = new Set(changes.flatMap((change) => (change.kind === 'file' ? [] : [change.key])));
    return [...names].flatMap((name) => {
        const inactive = live.keys.get((0,model_state/* keyId */.xs)(name))?.inactive ?? 0;
        if (inactive === 0)
            return [];
        const own = changes.find((change) => change.kind !== 'file' && change.key === name);
        if (own === undefined)
            return [];
        // With the whole key they go too.
        if (own.kind === 'key' && own.action === 'delete')
            return [];
        const rows = inactive === 1 ? 'an inactive value' : `${inactive} inactive values`;
        const message = `${name} has ${rows} on the server, which no push can see or change.`;
        return [
            {
                ...at(own),
                message,
                hint: 'They keep the key alive; they go only with the whole key (`opp: delete`).',
            },
        ];
    });
}
function fileCase({ changes, after }) {
    const created = changes.filter((change) => change.kind === 'file' && change.action === 'create');
    if (created.length === 0)
        return [];
    const spellings = new Map();
    for (const { path } of after.files.values()) {
        const id = path.toLowerCase();
        spellings.set(id, (spellings.get(id) ?? new Set()).add(path));
    }
    return created.flatMap((change) => {
        const path = (0,plan/* addressOf */.ci)(change);
        const other = [...(spellings.get(path.toLowerCase()) ?? [])].find((spelling) => spelling !== path);
        if (other === undefined)
            return [];
        const message = `${path} and ${other} differ only in case: to the server they are two files.`;
        return [{ ...at(change), message }];
    });
}

;// CONCATENATED MODULE: ./lib/plan/rules/placeholders.js
// Rules about files and the keys that their placeholders name (behaviour.md, section 11).




/** A new file would make such a key, locked and without a value; an update is refused. */
function fileUnknownKey({ changes, after, liveSource, absentKeys }) {
    // Only the export shows every key; without it those count that the server was asked for.
    const isAbsent = (id) => liveSource === 'export' || absentKeys?.has(id) === true;
    return writtenFiles(changes).flatMap((change) => {
        const missing = (0,placeholders/* placeholdersIn */.Qf)(change.after).filter((name) => !after.keys.has((0,model_state/* keyId */.xs)(name)) && isAbsent((0,model_state/* keyId */.xs)(name)));
        if (missing.length === 0)
            return [];
        const message = `The file ${change.path} names keys that neither the server has nor a document declares: ${shownNames(missing, change)}.`;
        return [{ ...at(change), message, hint: 'Declare them, or correct the placeholders.' }];
    });
}
/** What stands in a secret file is not shown, not even where it looks like the name of a key. */
function shownNames(names, { secret }) {
    return secret ? '(secret)' : names.join(', ');
}
function fileEscapedPlaceholder({ changes }) {
    return writtenFiles(changes).flatMap((change) => {
        const [name] = (0,placeholders/* escapedPlaceholders */.mM)(change.after);
        if (name === undefined)
            return [];
        const message = `The file ${change.path} has a backslash before a placeholder (\\\${${shownNames([name], change)}}), which does not keep the server from replacing it.`;
        const hint = 'Take the backslash away; a text that must stay as it is cannot look like a placeholder.';
        return [{ ...at(change), message, hint }];
    });
}
function fileDeadPlaceholder({ changes }) {
    return writtenFiles(changes).flatMap((change) => {
        const dead = (0,placeholders/* placeholdersIn */.Qf)(change.after).filter((name) => !/^\w(.*\w)?$/.test(name));
        if (dead.length === 0)
            return [];
        const message = `The file ${change.path} names ${shownNames(dead, change)}: the server renders no placeholder that begins or ends with such a character.`;
        return [{ ...at(change), message, hint: 'Rename the key.' }];
    });
}
function fileNoValue({ changes, after, liveSource }) {
    if (liveSource !== 'export')
        return [];
    return writtenFiles(changes).flatMap((change) => {
        const empty = (0,placeholders/* placeholdersIn */.Qf)(change.after).filter((name) => !coversFile(after, { name, change }));
        if (empty.length === 0)
            return [];
        const message = `The file ${change.path} in \`${change.context}\` names keys that have no value for all of that context: ${empty.join(', ')}.`;
        return [
            { ...at(change), message, hint: 'Where there is none, the server renders an error text in its place.' },
        ];
    });
}
/** Whether some value of the key answers every request that the file answers. Unknown keys are another rule's. */
function coversFile(after, { name, change }) {
    const key = after.keys.get((0,model_state/* keyId */.xs)(name));
    if (key === undefined)
        return true;
    const file = (0,model_context/* elementsOf */.ZE)(change.context.toLowerCase());
    return [...key.values.values()].some(({ context }) => {
        if (context === model_context/* EVERYWHERE */.Zh)
            return true;
        return (0,model_context/* elementsOf */.ZE)(context.toLowerCase()).every((element, level) => element === '*' || element === file[level]);
    });
}
function keyUsed({ changes, after, liveSource }) {
    const deleted = keys(changes).filter((change) => change.action === 'delete');
    if (deleted.length === 0 || (liveSource !== 'export' && liveSource !== 'pulls'))
        return [];
    const users = new Map();
    for (const file of after.files.values()) {
        for (const name of (0,placeholders/* placeholdersIn */.Qf)(file.content))
            users.set((0,model_state/* keyId */.xs)(name), file.path);
    }
    return deleted.flatMap((change) => {
        const file = users.get((0,model_state/* keyId */.xs)(change.key));
        if (file === undefined)
            return [];
        const message = `${change.key} is to go, but the file ${file} names it in a placeholder.`;
        return [
            {
                ...at(change),
                message,
                hint: 'Take the placeholder out of the file in the same change, or keep the key.',
            },
        ];
    });
}

;// CONCATENATED MODULE: ./lib/plan/table/files.js
// Rules about files, their paths, and what their placeholders name (behaviour.md, sections 10 and 11).




const FILE_RULES = {
    title: 'Files',
    rules: [
        {
            code: 'file-path',
            severity: 'refusal',
            found: 'files',
            detects: 'gives a file a path that begins with a slash, ends in no name, holds a line break or has more than 255 characters',
            server: 'stores it under another name and never finds it again, or refuses the push',
            advice: 'Name the file without a slash in front.',
        },
        {
            code: 'duplicate-file',
            severity: 'refusal',
            found: 'files',
            detects: 'declares the file of one context twice',
            server: 'takes both, and the last one wins',
            advice: 'Keep one of the two.',
        },
        {
            code: 'file-held-twice',
            severity: 'refusal',
            found: 'read',
            detects: 'touches a file that the server holds twice',
            server: 'refuses the push',
            advice: "Delete the surplus in the server's own pages.",
            check: fileHeldTwice,
        },
        {
            code: 'file-case',
            severity: 'warning',
            found: 'plan',
            detects: 'creates a file whose path differs from another one in upper and lower case only',
            server: 'keeps two files',
            advice: 'Use the path that is there, if it is meant.',
            check: fileCase,
        },
        {
            code: 'file-new-key',
            severity: 'refusal',
            found: 'plan',
            detects: 'writes a file whose placeholders name keys that nobody declares and the server does not have',
            server: 'makes such a key, locked and without a value, or refuses the push',
            advice: 'Declare the keys, or correct the placeholders.',
            check: fileUnknownKey,
        },
        {
            code: 'file-before-key',
            severity: 'avoided',
            found: 'push',
            detects: 'creates a file and a key that it names',
            server: 'makes the key locked first, and refuses the push',
            advice: 'The keys go in a push of their own before the files, or with `forceKeyPush` in the same one.',
        },
        {
            code: 'file-escaped-placeholder',
            severity: 'refusal',
            found: 'plan',
            detects: 'writes a file with a backslash before a placeholder',
            server: 'replaces the placeholder all the same, or breaks every read of the file',
            advice: 'Take the backslash away.',
            check: fileEscapedPlaceholder,
        },
        {
            code: 'file-dead-placeholder',
            severity: 'warning',
            found: 'plan',
            detects: 'writes a placeholder whose name begins or ends with one of `. - + * ( ) [ ]`',
            server: 'never renders it',
            advice: 'Rename the key.',
            check: fileDeadPlaceholder,
        },
        {
            code: 'file-no-value',
            severity: 'warning',
            found: 'plan',
            detects: 'writes a file whose placeholders name keys without a value for all of its context',
            server: 'renders an error text in their place',
            advice: 'Declare a value for every context of the file.',
            check: fileNoValue,
        },
        {
            code: 'file-unknown',
            severity: 'refusal',
            found: 'plan',
            detects: 'points a FileRef or FileEmbed key at a path that is no file',
            server: 'refuses the push',
            advice: 'Write the exact path of a file that is declared or on the server.',
            check: fileUnknown,
        },
        {
            code: 'file-referenced',
            severity: 'warning',
            found: 'plan',
            detects: 'deletes a file that a FileRef or FileEmbed key still points at',
            server: 'takes it, and renders an error text in its place',
            advice: 'Point the key at another file, or delete it too.',
            check: fileReferenced,
        },
        {
            code: 'file-circle',
            severity: 'refusal',
            found: 'plan',
            detects: 'makes a file embed itself',
            server: 'refuses the push',
            advice: 'Break the circle.',
            check: fileCircle,
        },
    ],
};

;// CONCATENATED MODULE: ./lib/plan/table/keys.js


const KEY_RULES = {
    title: 'Keys',
    rules: [
        {
            code: 'key-name',
            severity: 'refusal',
            found: 'files',
            detects: 'gives a key a blank name, one of more than 120 characters, or one with others than letters, digits and `[ ] ( ) * - . _ +`',
            server: 'refuses the push',
            advice: 'Rename the key.',
        },
        {
            code: 'key-case',
            severity: 'refusal',
            found: 'files',
            detects: 'writes one key in two ways that differ in upper and lower case only',
            server: 'takes both for one key, and the last value wins',
            advice: 'Write it in one way.',
        },
        {
            code: 'key-locked',
            severity: 'refusal',
            found: 'plan',
            detects: 'touches a key that is locked on the server (`push: false`), unless `forceKeyPush` says that the token may',
            server: 'refuses the push',
            advice: 'Leave the key alone, or use a token that may force it and say `forceKeyPush: true`.',
            check: keyLocked,
        },
        {
            code: 'key-locks-itself',
            severity: 'warning',
            found: 'plan',
            detects: 'locks a key (`push: false`)',
            server: 'refuses every later push of the key without force',
            advice: 'Make sure that it is meant.',
            check: keyLocksItself,
        },
        {
            code: 'key-used',
            severity: 'refusal',
            found: 'plan',
            detects: 'deletes a key that a remaining file names in a placeholder',
            server: 'refuses the push',
            advice: 'Take the placeholder out of the file in the same change, or keep the key.',
            check: keyUsed,
        },
        {
            code: 'last-value',
            severity: 'refusal',
            found: 'plan',
            detects: 'takes the last value of a key that is still declared',
            server: 'drops the key and its metadata with it',
            advice: 'Declare a value, or `opp: delete` for the key.',
            check: lastValue,
        },
        {
            code: 'inactive-row',
            severity: 'warning',
            found: 'plan',
            detects: 'touches a key with inactive values',
            server: 'never finds them, makes other values beside them, and keeps the key for them',
            advice: 'Delete the whole key (`opp: delete`), or leave them.',
            check: inactiveRow,
        },
        {
            code: 'duplicate-row',
            severity: 'avoided',
            found: 'push',
            detects: 'touches a value that the server holds twice, as two pushes at once can leave it',
            server: 'answers with either, and refuses the push',
            advice: 'Deletes of the surplus come first, in pushes of their own; what is declared comes last.',
        },
        {
            code: 'key-creation-off',
            severity: 'avoided',
            found: 'push',
            detects: 'creates a key',
            server: 'refuses the push unless it allows new keys',
            advice: 'Pushes that create keys say so (`enableKeyCreation`).',
        },
        {
            code: 'key-without-values',
            severity: 'avoided',
            found: 'push',
            detects: 'creates a key without values',
            server: 'answers 200 and stores nothing',
            advice: 'The entry holds `push` and `deprecated: false`, which make it stay.',
        },
        {
            code: 'metadata-dropped',
            severity: 'avoided',
            found: 'push',
            detects: 'changes nothing but the readme, `deprecated` or `push` of a key',
            server: 'answers 200 and stores nothing',
            advice: 'The entry holds an unchanged flag or a value without a text, which make it stay.',
        },
        {
            code: 'locked-too-early',
            severity: 'avoided',
            found: 'push',
            detects: 'changes a key and locks it',
            server: 'refuses what comes after the lock',
            advice: 'The lock stands in the last entry of the key.',
        },
    ],
};

// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
// EXTERNAL MODULE: ./lib/model/scope.js
var model_scope = __webpack_require__(997);
// EXTERNAL MODULE: ./lib/plan/keep.js
var keep = __webpack_require__(9006);
;// CONCATENATED MODULE: ./lib/plan/unmanaged.js
// What the repository holds and nobody here declares: counted, so that nobody thinks it is not there.


/** @param desired as the files declare it, what must not exist included */
function unmanaged(desired, input) {
    const items = input.prune === 'all' ? [] : [...itemsOf(desired, input)];
    return { unmanaged: items.length, ...(input.listUnmanaged && { unmanagedItems: items }) };
}
function* itemsOf(desired, { live, target, scope, ...input }) {
    // What the last apply declared and nobody declares now is about to go, unless nothing is pruned.
    const ours = (0,keep/* oursIn */.D)(input.prune === 'none' ? {} : input);
    const depth = target.levels.length;
    for (const [id, key] of live.keys) {
        const { name, values } = key;
        const declared = desired.keys.get(id);
        if (declared === key)
            continue;
        if (values.size === 0 && declared === undefined && !ours.key(id) && scope.key(name))
            yield { kind: 'key', key: name };
        for (const [contextId, { context }] of values) {
            if (declared?.absent || declared?.values.has(contextId) || ours.value(id, contextId))
                continue;
            if (scope.value(name, context))
                yield { kind: 'value', key: name, context: (0,model_context/* fullContext */.NH)(context, depth) };
        }
    }
    for (const [id, { path, context }] of live.files) {
        if (desired.files.has(id) || ours.file(id) || !scope.file(path, context))
            continue;
        yield { kind: 'file', path, context: (0,model_context/* fullContext */.NH)(context, depth) };
    }
}

;// CONCATENATED MODULE: ./lib/plan/rules/approval.js
// Rules about what somebody has to approve once: the first apply to what is there already, and an approval of something else.





/** What import took over, and nothing changes, is no surprise to anybody; neither is an empty repository. */
function firstApply(input) {
    if (input.firstOf === undefined || !input.changes.some(plan/* isCounted */.he))
        return [];
    const { update, delete: deleted } = (0,plan/* countChanges */.xS)(input.changes);
    const others = othersIn(input);
    if (others + update + deleted === 0)
        return [];
    const parts = [
        ...(others > 0 ? [`${(0,counted/* counted */.h)(others, 'item')} that nobody here declares`] : []),
        ...(update > 0 ? [`${(0,counted/* counted */.h)(update, 'item')} that this plan changes`] : []),
        ...(deleted > 0 ? [`${(0,counted/* counted */.h)(deleted, 'item')} that this plan deletes`] : []),
    ];
    const message = `Nothing was applied from here before, and the repository is not empty: it holds ${parts.join(', and ')}.`;
    return [{ message, hint: 'Make sure that it is the right one; `import` writes what it holds into files.' }];
}
/** Where live is not all of it, the server's own count of keys tells that there is more. */
function othersIn(input) {
    const { live, liveSource, firstOf = 0, scope } = input;
    const known = unmanaged(input.desired, { ...input, prune: 'managed' }).unmanaged;
    if (liveSource === 'export' || scope !== model_scope/* WHOLE_REPOSITORY */.D)
        return known;
    return Math.max(known, firstOf - live.keys.size);
}
function otherPlan(input) {
    if (input.isOffline || input.changes.length === 0 || !isOfAnother(input))
        return [];
    const message = `\`force: ${input.force?.digest}\` approves another plan: the files or the server changed since, or it was another repository's.`;
    return [{ message, hint: 'Look at what this one does.' }];
}

// EXTERNAL MODULE: ./lib/model/limits.js
var model_limits = __webpack_require__(2645);
;// CONCATENATED MODULE: ./lib/plan/existing.js
// What of the repository is this project's: the items on the server that shares are counted from, and what becomes of each.




/** Items that the files declare, that the last apply declared, or that the plan changes; what is only there counts for nothing. */
function existing(input) {
    return [...existingKeys(input), ...existingFiles(input)];
}
function existingKeys(input) {
    const ours = (0,keep/* oursIn */.D)(input);
    const actions = actionsOf(input.changes);
    const depth = input.target.levels.length;
    const itemsOf = ([id, key]) => {
        const declared = input.desired.keys.get(id);
        const values = [...key.values].flatMap(([context, value]) => {
            const action = actions.get(valueId(id, context));
            const isOurs = declared?.values.has(context) || ours.value(id, context);
            if (!isOurs && action === undefined)
                return [];
            return [
                { kind: 'keys', context: (0,model_context/* fullContext */.NH)(value.context, depth), ...(action !== undefined && { action }) },
            ];
        });
        const action = actions.get(id);
        if (action !== undefined)
            return [...values, { kind: 'keys', action }];
        const isBare = key.values.size === 0 && (declared !== undefined || ours.key(id));
        return isBare ? [{ kind: 'keys' }] : values;
    };
    return [...input.live.keys].flatMap(itemsOf);
}
function existingFiles(input) {
    const ours = (0,keep/* oursIn */.D)(input);
    const actions = actionsOf(input.changes);
    const depth = input.target.levels.length;
    return [...input.live.files].flatMap(([id, file]) => {
        const action = actions.get(fileActionId(id));
        if (!input.desired.files.has(id) && !ours.file(id) && action === undefined)
            return [];
        return [
            { kind: 'files', context: (0,model_context/* fullContext */.NH)(file.context, depth), ...(action !== undefined && { action }) },
        ];
    });
}
function actionsOf(changes) {
    const touching = changes.filter((change) => (0,plan/* isCounted */.he)(change) && change.action !== 'create');
    return new Map(touching.map((change) => [idOf(change), change.action]));
}
function idOf(change) {
    if (change.kind === 'key')
        return (0,model_state/* keyId */.xs)(change.key);
    const context = (0,model_context/* contextIn */.PO)(change.context);
    if (change.kind === 'file')
        return fileActionId((0,model_state/* fileId */.qp)(change.path, context));
    return valueId((0,model_state/* keyId */.xs)(change.key), (0,model_context/* contextId */.PF)(context));
}
function valueId(key, context) {
    return `${key}\0${context}`;
}
function fileActionId(file) {
    return `\0file\0${file}`;
}

;// CONCATENATED MODULE: ./lib/plan/rules/limits.js
// Rules about how much a plan may do at once: numbers, shares, and all items of a kind.





function maxDeletes({ changes, limits }) {
    const { delete: count } = (0,plan/* countChanges */.xS)(changes);
    if (count <= limits.maxDeletes)
        return [];
    const message = `The plan deletes ${(0,counted/* counted */.h)(count, 'item')}, more than the limit of ${limits.maxDeletes} (maxDeletes).`;
    return [{ message }];
}
function maxUpdates({ changes, limits }) {
    const { update: count } = (0,plan/* countChanges */.xS)(changes);
    if (count <= limits.maxUpdates)
        return [];
    const message = `The plan changes ${(0,counted/* counted */.h)(count, 'item')}, more than the limit of ${limits.maxUpdates} (maxUpdates).`;
    return [{ message }];
}
function shareOfDeletes(input) {
    return overShare(input, { limit: 'deletes', action: 'delete', does: 'deletes' });
}
function shareOfUpdates(input) {
    return overShare(input, { limit: 'updates', action: 'update', does: 'changes' });
}
/** So many contexts are named one by one. */
const MAX_CONTEXTS = 5;
function overShare(input, share) {
    if ((0,plan/* countChanges */.xS)(input.changes)[share.action] === 0)
        return [];
    const items = existing(input);
    const contexts = byContext(items);
    const isOver = (some) => exceeds(some, { input, share });
    // One context that holds all is the repository.
    const over = [...contexts]
        .filter(([, some]) => some.length < items.length && isOver(some))
        .sort(([a], [b]) => (0,model_context/* compareContexts */.wn)(a, b));
    const rest = over.length - MAX_CONTEXTS;
    return [
        ...(isOver(items) ? [{ message: `The plan ${sizeOf(items, { input, share })}.` }] : []),
        ...over.slice(0, MAX_CONTEXTS).map(([context, some], index) => {
            const more = rest > 0 && index === MAX_CONTEXTS - 1 ? ` So in ${(0,counted/* counted */.h)(rest, 'more context')}.` : '';
            return { message: `In \`${context}\`, the plan ${sizeOf(some, { input, share })}.${more}` };
        }),
    ];
}
function byContext(items) {
    const contexts = new Map();
    for (const item of items) {
        if (item.context === undefined)
            continue;
        const others = contexts.get(item.context);
        if (others === undefined)
            contexts.set(item.context, [item]);
        else
            others.push(item);
    }
    return contexts;
}
function exceeds(items, { input: { limits }, share }) {
    const count = countOf(items, share);
    return items.length >= limits.existing && count * 100 > limits[share.limit] * items.length;
}
function countOf(items, { action }) {
    return items.filter((item) => item.action === action).length;
}
function sizeOf(items, { input: { limits }, share }) {
    const count = countOf(items, share);
    // Rounded up: what is over the limit must not read as the limit.
    const percent = Math.ceil((count * 10_000) / items.length) / 100;
    const limit = (0,model_limits/* limitText */.PW)(share.limit, limits[share.limit]);
    return `${share.does} ${(0,counted/* withCommas */.r)(count)} of ${(0,counted/* counted */.h)(items.length, 'item')}, ${percent}%, more than the limit of ${limit} (${share.limit})`;
}
/** That one item goes, the plan says in one line; `protect` is for those that must not. */
const MIN_ALL = 2;
const KINDS = { keys: 'keys and values', files: 'files' };
function allDeleted(input) {
    if ((0,plan/* countChanges */.xS)(input.changes).delete === 0)
        return [];
    const items = existing(input);
    return ['keys', 'files'].flatMap((kind) => {
        const some = items.filter((item) => item.kind === kind);
        if (some.length < MIN_ALL || some.some(({ action }) => action !== 'delete'))
            return [];
        const message = `The plan deletes all ${KINDS[kind]} on the server that are this project's (${(0,counted/* counted */.h)(some.length, 'item')}).`;
        return [{ message }];
    });
}

;// CONCATENATED MODULE: ./lib/plan/table/limits.js


const LIMIT_RULES = {
    title: 'How much one plan may do',
    rules: [
        {
            code: 'max-deletes',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            isApprovable: true,
            detects: 'deletes more items than `maxDeletes` allows',
            server: 'would delete them',
            advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
            check: maxDeletes,
        },
        {
            code: 'max-updates',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            isApprovable: true,
            detects: 'changes more items than `maxUpdates` allows',
            server: 'would change them',
            advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
            check: maxUpdates,
        },
        {
            code: 'share-of-deletes',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            isApprovable: true,
            detects: 'deletes a larger share of the repository, or of one context, than `deletes` allows',
            server: 'would delete them',
            advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
            check: shareOfDeletes,
        },
        {
            code: 'share-of-updates',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            isApprovable: true,
            detects: 'changes a larger share of the repository, or of one context, than `updates` allows',
            server: 'would change them',
            advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
            check: shareOfUpdates,
        },
        {
            code: 'all-deleted',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            isApprovable: true,
            detects: "deletes all keys and values, or all files, that are this project's, where there are two or more",
            server: 'would delete them',
            advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
            check: allDeleted,
        },
        {
            code: 'first-apply',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            isApprovable: true,
            detects: 'is the first from here, to a repository that others filled',
            server: 'would take it, and knows nothing of who declared what',
            advice: 'Make sure that it is the right repository; `import` writes what it holds into files. Then approve this one plan with `force` and the digest that it prints.',
            check: firstApply,
        },
        {
            code: 'force-of-another',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            isApprovable: true,
            detects: 'comes with a `force` that approves another plan',
            server: 'would take it',
            advice: 'Look at what this plan does, and approve it with the digest that it prints, or leave `force` out.',
            check: otherPlan,
        },
    ],
};

;// CONCATENATED MODULE: ./lib/plan/rules/ownership.js
// Rules about what is not ours alone: changed by others, or protected by ourselves.


/** The files and the server changed one item differently: neither side is overwritten without being told to. */
function conflict({ changes, onDrift }) {
    if (onDrift === 'overwrite')
        return [];
    return withoutKeysOfValues(changes.filter(({ cause }) => cause === 'conflict')).map((change) => ({
        ...at(change),
        message: `${nameOf(change)} was changed in the files and, differently, on the server.`,
    }));
}
function driftFound({ drift, onDrift }) {
    if (onDrift !== 'fail')
        return [];
    return withoutKeysOfValues(drift).map((change) => ({
        ...at(change),
        message: `${nameOf(change)} was changed on the server since the last apply.`,
        hint: 'Take it into the files (`import --only drift`), or decide otherwise with `onDrift`.',
    }));
}
function protectedItems({ changes, isProtected }) {
    const deleted = withoutKeysOfValues(changes.filter(({ action }) => action === 'delete'));
    return deleted
        .filter((change) => isProtected((0,plan/* addressOf */.ci)(change)))
        .map((change) => ({
        ...at(change),
        message: `${nameOf(change)} would be deleted, and \`protect\` names it.`,
        name: (0,plan/* addressOf */.ci)(change),
    }));
}
/** A key that comes or goes with its values is told by them. */
function withoutKeysOfValues(changes) {
    return changes.filter((change) => change.kind !== 'key' || change.action === 'update' || change.values === 0);
}
function nameOf(change) {
    return change.kind === 'key' ? change.key : `${(0,plan/* addressOf */.ci)(change)} in \`${change.context}\``;
}

;// CONCATENATED MODULE: ./lib/plan/table/ownership.js

const OWNERSHIP_RULES = {
    title: 'What others do, and what is protected',
    rules: [
        {
            code: 'conflict',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            detects: 'would overwrite what others changed on the server, and the files changed too',
            server: 'would overwrite it',
            advice: 'Write what the server holds into the files, or apply once with `--on-drift overwrite` (input `on-drift`).',
            check: conflict,
        },
        {
            code: 'drift',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            detects: 'stands beside what others changed on the server, under `onDrift: fail`',
            server: 'knows nothing of who changed what',
            advice: 'Take it into the files, or decide otherwise with `onDrift`.',
            check: driftFound,
        },
        {
            code: 'protected',
            severity: 'refusal',
            found: 'plan',
            isPolicy: true,
            isApprovable: true,
            detects: 'deletes what `protect` names',
            server: 'would delete it',
            advice: 'If that is meant, approve this one plan with `force`: the digest that it prints, and the names behind it.',
            check: protectedItems,
        },
        {
            code: 'outside-scope',
            severity: 'refusal',
            found: 'files',
            isPolicy: true,
            detects: 'is declared outside of `scope`, or in `ignore`',
            server: 'would take it',
            advice: 'Widen `scope` in confighub.yaml, or declare it in the project that owns it.',
        },
    ],
};

;// CONCATENATED MODULE: ./lib/plan/rules/live.js
// A rule about what was read: is it all that the server has?

function liveIncomplete({ live, counted: expected }) {
    if (expected === undefined)
        return [];
    const found = countsOf(live);
    if (found.keys === expected.keys && found.values === expected.values)
        return [];
    const message = `The server counts ${live_sizeOf(expected)}, its export has ${live_sizeOf(found)}.`;
    return [{ message }];
}
/** With what a push cannot see: the server counts that as well. */
function countsOf({ keys }) {
    let values = 0;
    for (const key of keys.values()) {
        values += key.inactive ?? 0;
        for (const { duplicates = 0 } of key.values.values())
            values += 1 + duplicates;
    }
    return { keys: keys.size, values };
}
function live_sizeOf({ keys, values }) {
    return `${(0,counted/* counted */.h)(keys, 'key')} and ${(0,counted/* counted */.h)(values, 'value')}`;
}

// EXTERNAL MODULE: ./lib/model/push-time.js
var push_time = __webpack_require__(8423);
;// CONCATENATED MODULE: ./lib/plan/rules/size.js
// Rules about the size of a push.




/** Above this size of an entry the server cannot say why it refuses it (behaviour.md, section 5.4). */
const MAX_EXPLAINED = 7500;
function bigEntry({ changes }) {
    const big = changes.filter((change) => change.kind !== 'key' && (change.after?.length ?? 0) > MAX_EXPLAINED);
    const [first] = big;
    if (first === undefined)
        return [];
    const names = big.slice(0, 5).map(plan/* addressOf */.ci).join(', ');
    const message = `${names}${big.length > 5 ? ` and ${big.length - 5} more` : ''}: larger than 7.5 KB, so that a refusal by the server would come without its reason.`;
    return [{ ...at(first), message }];
}
/** From here on one request takes the real server long enough to be told of (behaviour.md, section 16). */
const MANY_VALUES = 1000;
function bigPush({ changes, batch }) {
    const count = changes.filter((change) => change.kind !== 'key').length;
    if (count <= MANY_VALUES || (batch !== undefined && batch <= MANY_VALUES))
        return [];
    const time = (0,push_time/* duration */.p)((0,push_time/* expectedSeconds */.i)(count));
    const message = `${(0,counted/* withCommas */.r)(count)} values and files in one atomic request: a real server may take about ${time}, because its time grows with the square.`;
    return [
        {
            message,
            hint: 'With `batch: 200` in confighub.yaml they go in smaller requests, in a fraction of the time, and no longer all or nothing.',
        },
    ];
}

;// CONCATENATED MODULE: ./lib/plan/table/push.js


const PUSH_RULES = {
    title: 'The push as a whole',
    rules: [
        {
            code: 'big-push',
            severity: 'warning',
            found: 'plan',
            isPolicy: true,
            detects: 'writes so many values that one request takes long',
            server: 'takes a time that grows with the square of their number',
            advice: 'Say `batch: 200` in confighub.yaml.',
            check: bigPush,
        },
        {
            code: 'big-entry',
            severity: 'warning',
            found: 'plan',
            detects: 'writes a value or a file of more than 7.5 KB',
            server: 'cannot say why, if it refuses it',
            advice: 'If it is refused, try the same change with a short text.',
            check: bigEntry,
        },
        {
            code: 'live-incomplete',
            severity: 'warning',
            found: 'read',
            isPolicy: true,
            detects: 'was planned from an export that has not as many keys and values as the server counts',
            server: 'takes it, whatever it was made from',
            advice: 'Somebody may have changed the repository while it was read: plan again.',
            check: liveIncomplete,
        },
        {
            code: 'app-name',
            severity: 'avoided',
            found: 'push',
            detects: 'is sent under a blank name, a name of more than 255 characters or one with others than ASCII',
            server: 'records it garbled or under the name of somebody else, or refuses the push',
            advice: 'The name is written in Latin letters without accents, and cut.',
        },
        {
            code: 'url-form-token',
            severity: 'avoided',
            found: 'push',
            detects: 'is sent with a token',
            server: 'does not look at the token where the address names the repository',
            advice: 'With a token, the address does not name it.',
        },
    ],
};

;// CONCATENATED MODULE: ./lib/plan/table/record.js
const RECORD_RULES = {
    title: 'The record of applies',
    rules: [
        {
            code: 'apply-running',
            severity: 'refusal',
            found: 'apply',
            detects: 'is applied while another apply is under way (in a plan, a warning)',
            server: 'has no locks: two pushes at once may create one value twice',
            advice: 'Wait, or say with `confighub-sync unlock` that that run is dead.',
        },
        {
            code: 'apply-overtaken',
            severity: 'refusal',
            found: 'apply',
            detects: 'was planned before another apply came to its end',
            server: 'would take it, and undo the other',
            advice: 'Plan again.',
        },
        {
            code: 'not-announced',
            severity: 'refusal',
            found: 'apply',
            detects: 'deletes something, where no record can be written',
            server: 'would delete it, and the next run would not know',
            advice: 'In a workflow, give the job `permissions: contents: write`.',
        },
        {
            code: 'older-commit',
            severity: 'refusal',
            found: 'apply',
            detects: 'comes from a commit that is older than the one last applied',
            server: 'would go back to it',
            advice: 'Apply the newest commit, or apply once with `--allow-older` (input `allow-older: true`).',
        },
        {
            code: 'not-reviewed',
            severity: 'refusal',
            found: 'apply',
            detects: 'is not in the plan that was reviewed (`apply --plan`)',
            server: 'would take it',
            advice: 'Plan again, and have it reviewed again.',
        },
    ],
};

// EXTERNAL MODULE: ./lib/model/ciphers.js
var ciphers = __webpack_require__(8661);
;// CONCATENATED MODULE: ./lib/plan/rules/secrets.js
// Rules about security groups: what would be refused, stored in the clear, or break a read (behaviour.md, section 12).





function secretInClear(input) {
    return newInGroup(input).flatMap(({ change, group, isHeld }) => {
        if (isHeld || input.passwordOf(group) !== undefined)
            return [];
        const message = `${(0,plan/* addressOf */.ci)(change)} is to come into the security group ${group}, whose password is not known: the server would store it in the clear.`;
        return [{ ...at(change), message, hint: passwordHint(group) }];
    });
}
/** The interface does not show which groups a token carries. */
function secretLocked(input) {
    if (input.liveSource === 'base')
        return [];
    const needed = input.changes.filter((change) => change.kind !== 'file' && needsPassword(change));
    return firstOfEach(needed).flatMap((change) => {
        const group = change.kind === 'file' ? undefined : liveKey(input.live, change)?.securityGroup;
        if (group === undefined)
            return [];
        const message = `${(0,plan/* addressOf */.ci)(change)} belongs to the security group ${group}: the server takes the push only with a token that carries this group.`;
        if (!input.hasToken)
            return [{ ...at(change), message, hint: 'Give such a token (CONFIGHUB_TOKEN).' }];
        const isOpen = !change.rewritten || input.liveSource !== 'export' || input.passwordOf(group) === undefined;
        const hint = isOpen
            ? 'Nothing shows whether this token does.'
            : `The password given for ${group} does not open what the server has: it may be wrong.`;
        return [{ ...at(change), severity: 'warning', message, hint }];
    });
}
function secretRegroup(input) {
    return [...writtenOnTrust(input), ...regrouped(input)];
}
/** A value of a key that is not in the group would be stored in the clear; what is only declared does no harm. */
function writtenOnTrust({ changes, live }) {
    const written = values(changes).filter((change) => change.action !== 'delete' && liveKey(live, change)?.groupPresumed);
    const first = new Map([...written].reverse().map((change) => [(0,model_state/* keyId */.xs)(change.key), change]));
    return [...first.values()].reverse().map((change) => {
        return { ...at(change), ...notShown(change.key, liveKey(live, change)?.securityGroup) };
    });
}
function notShown(name, group = '') {
    return {
        message: `${name} exists, and the server does not let this project read whether it is in the security group ${group}.`,
        hint: 'If it is, leave `securityGroup` out: the key keeps its group.',
    };
}
function regrouped(input) {
    return newInGroup(input).flatMap(({ change, group, isHeld }) => {
        if (!isHeld)
            return [];
        const name = (0,plan/* addressOf */.ci)(change);
        if (input.liveSource === 'base')
            return [];
        if (input.liveSource !== 'export' && change.kind === 'key' && !change.before?.securityGroup)
            return [{ ...at(change), ...notShown(name, group) }];
        const message = `${name} cannot come into the security group ${group}: the server refuses that for what already holds a value, or is in another group.`;
        const hint = 'Delete it (`opp: delete`) and apply, then declare it in the group: it is made anew.';
        return [{ ...at(change), message, hint }];
    });
}
function secretFileBare({ changes, live, passwordOf }) {
    return writtenFiles(changes).flatMap((change) => {
        const group = liveFile(live, change)?.securityGroup;
        if (group === undefined || passwordOf(group) !== undefined)
            return [];
        const message = `The file ${change.path} is in the security group ${group}, whose password is not known: without it the server takes no content.`;
        return [{ ...at(change), message, hint: passwordHint(group) }];
    });
}
function secretMap(input) {
    const maps = values(input.changes).filter(({ action, vdt }) => action !== 'delete' && (vdt === 'Map' || vdt === 'List'));
    return firstOfEach(maps).flatMap((change) => {
        const group = groupAfter(input, change);
        if (group === undefined || change.kind !== 'value')
            return [];
        const message = `${change.key} is a ${change.vdt} in the security group ${group}: if the group has a cipher, every pull without its password fails.`;
        return [{ ...at(change), message, hint: 'Declare it as Text or JSON.' }];
    });
}
function securityOff(input) {
    const [first] = input.settings.securityEnabled === false ? touched(input) : [];
    if (first === undefined)
        return [];
    const message = `Security is switched off in this repository: what the security group ${first.group} is to guard is stored in the clear.`;
    return [{ ...at(first.change), message, hint: 'Switch it on in the settings of the repository first.' }];
}
function secretNoCipher(input) {
    if (input.liveSource !== 'export' || input.settings.securityEnabled === false)
        return [];
    const open = groupsInClear(input);
    const first = new Map(touched(input)
        .reverse()
        .map(({ change, group }) => [group, change]));
    return [...first].flatMap(([group, change]) => {
        if (!open.has(group))
            return [];
        const message = `The security group ${group} has no cipher: the server shows what it guards to everybody who may read.`;
        return [{ ...at(change), message, hint: 'Give the group a cipher on the server.' }];
    });
}
function passwordHint(group) {
    return `Name the variable that holds it in confighub.yaml: \`passwords: { ${group}: { env: … } }\`.`;
}
/** What this plan brings into a group that it is not in yet. */
function newInGroup({ changes, live, liveSource }) {
    const joiningKeys = keys(changes).flatMap((change) => {
        const group = change.after?.securityGroup;
        if (group === undefined || group === change.before?.securityGroup)
            return [];
        const there = liveKey(live, change);
        const isEmpty = (there?.values.size ?? 0) + (there?.inactive ?? 0) === 0 && liveSource === 'export';
        return [{ change, group, isHeld: change.action === 'update' && !isEmpty }];
    });
    const joiningFiles = writtenFiles(changes).flatMap((change) => {
        const { securityGroup: group } = change;
        const before = liveFile(live, change)?.securityGroup;
        return group === undefined || group === before ? [] : [{ change, group, isHeld: before !== undefined }];
    });
    return [...joiningKeys, ...joiningFiles];
}
/** Metadata of a secured key, and references to files, are not behind its password. */
function needsPassword(change) {
    if (change.action === 'delete')
        return true;
    return change.kind === 'value' && change.vdt !== 'FileRef' && change.vdt !== 'FileEmbed';
}
/** The first change of each key. */
function firstOfEach(changes) {
    return [...new Map([...changes].reverse().map((change) => [(0,plan/* addressOf */.ci)(change), change])).values()].reverse();
}
/** Everything that the plan writes into a group. */
function touched(input) {
    return input.changes.flatMap((change) => {
        const group = change.action === 'delete' ? undefined : groupAfter(input, change);
        return group === undefined ? [] : [{ change, group }];
    });
}
function groupAfter({ after }, change) {
    return change.kind === 'file' ? change.securityGroup : after.keys.get((0,model_state/* keyId */.xs)(change.key))?.securityGroup;
}
/** Groups of which the server shows a text that no cipher gives, or exactly what is declared. */
function groupsInClear({ live, desired }) {
    const isClear = (shown, declared) => shown !== null && (!(0,ciphers/* looksSealed */.rQ)(shown) || shown === declared);
    const groups = new Set();
    for (const [id, { securityGroup, vdt, values: rows }] of live.keys) {
        if (securityGroup === undefined || vdt === 'FileRef' || vdt === 'FileEmbed')
            continue;
        const declared = desired.keys.get(id)?.values;
        for (const { context, text } of rows.values()) {
            if (isClear(text, declared?.get((0,model_context/* contextId */.PF)(context))?.text))
                groups.add(securityGroup);
        }
    }
    for (const [id, { securityGroup, content }] of live.files) {
        if (securityGroup !== undefined && isClear(content, desired.files.get(id)?.content))
            groups.add(securityGroup);
    }
    return groups;
}

;// CONCATENATED MODULE: ./lib/plan/table/secrets.js

const SECRET_RULES = {
    title: 'Security groups',
    rules: [
        {
            code: 'secret-in-clear',
            severity: 'refusal',
            found: 'plan',
            detects: 'brings an item into a security group whose password is not known',
            server: 'stores it in the clear, without a word',
            advice: 'Give the password: `passwords: { <group>: { env: … } }` in confighub.yaml.',
            check: secretInClear,
        },
        {
            code: 'cipher-text',
            severity: 'refusal',
            found: 'files',
            detects: 'holds a text that the server has encrypted already',
            server: 'encrypts it once more',
            advice: 'Declare the clear text with `{ env: … }`.',
        },
        {
            code: 'password-in-file',
            severity: 'refusal',
            found: 'files',
            isPolicy: true,
            detects: 'stands beside a password that is written into a file',
            server: 'would take it, and so would everybody who reads the repository',
            advice: 'Name a variable: `passwords: { <group>: { env: … } }`.',
        },
        {
            code: 'secret-locked',
            severity: 'refusal',
            found: 'plan',
            detects: 'touches a key of a security group without a token (with one, a warning)',
            server: 'refuses the push, unless the token carries the group, which nothing shows',
            advice: 'Use a token that carries the group.',
            check: secretLocked,
        },
        {
            code: 'secret-regroup',
            severity: 'refusal',
            found: 'plan',
            detects: 'attaches a security group to a key that has values, or changes the group of an item',
            server: 'takes a group only when a key is made, and refuses the push',
            advice: 'Delete the item with `opp: delete`, apply, and declare it anew in the group.',
            check: secretRegroup,
        },
        {
            code: 'secret-file-bare',
            severity: 'refusal',
            found: 'plan',
            detects: 'writes a file of a security group whose password is not known',
            server: 'refuses the push, or takes the protection away',
            advice: 'Give the password: `passwords: { <group>: { env: … } }` in confighub.yaml.',
            check: secretFileBare,
        },
        {
            code: 'security-off',
            severity: 'warning',
            found: 'plan',
            detects: 'writes an item of a security group where security is switched off',
            server: 'stores it in the clear, and tries to decrypt it when it is read',
            advice: 'Switch security on in the settings of the repository first.',
            check: securityOff,
        },
        {
            code: 'secret-no-cipher',
            severity: 'warning',
            found: 'plan',
            detects: 'writes an item of a security group that the server shows in the clear',
            server: 'shows it to everybody who may read: the group has no cipher',
            advice: 'Give the group a cipher, or know that its password only guards writes.',
            check: secretNoCipher,
        },
        {
            code: 'secret-map',
            severity: 'warning',
            found: 'plan',
            detects: 'writes a Map or a List in a security group',
            server: 'fails every pull that comes without the password',
            advice: 'Declare the key as Text.',
            check: secretMap,
        },
    ],
};

// EXTERNAL MODULE: ./lib/model/vdt.js
var model_vdt = __webpack_require__(2783);
;// CONCATENATED MODULE: ./lib/plan/rules/types.js
// Rules about value types (behaviour.md, sections 7.3 and 8).




function valueType(input) {
    if (!input.settings.vdtEnabled)
        return [];
    return values(input.changes).flatMap((change) => {
        if (change.action === 'delete' || change.after == null)
            return [];
        const expected = (0,model_vdt/* valueProblem */.FQ)(change.vdt, change.after);
        if (expected === undefined)
            return [];
        const message = `The value of ${change.key} in \`${change.context}\` does not fit the key's type ${change.vdt}.`;
        return [{ ...at(change), message, hint: `Expected: ${expected}.` }];
    });
}
function vdtLeavesBadValue({ changes, after, settings, target }) {
    if (!settings.vdtEnabled)
        return [];
    return keys(changes).flatMap((change) => {
        const vdt = change.after?.vdt;
        if (change.action !== 'update' || vdt === undefined || vdt === change.before?.vdt)
            return [];
        const bad = [...(after.keys.get((0,model_state/* keyId */.xs)(change.key))?.values.values() ?? [])].filter((value) => !value.unknown && (0,model_vdt/* valueProblem */.FQ)(vdt, value.text) !== undefined);
        if (bad.length === 0)
            return [];
        const contexts = bad
            .map(({ context }) => context)
            .sort(model_context/* compareContexts */.wn)
            .map((context) => `\`${(0,model_context/* fullContext */.NH)(context, target.levels.length)}\``)
            .join(', ');
        const message = `The type of ${change.key} becomes ${vdt}, but its value in ${contexts} does not fit that type.`;
        return [{ ...at(change), message, hint: 'Declare a value that fits, or delete it, in the same change.' }];
    });
}
function vdtNotKnown({ changes, typesKnown, desired }) {
    if (typesKnown)
        return [];
    const names = new Set(changes.flatMap((change) => (change.kind === 'file' || change.action === 'delete' ? [] : [change.key])));
    return [...names].flatMap((name) => {
        const key = desired.keys.get((0,model_state/* keyId */.xs)(name));
        if (key === undefined || key.vdt !== undefined)
            return [];
        const message = `The server does not let this project read the type of ${name}, and a push without it resets the type to Text.`;
        return [{ ...(key.place && { place: key.place }), message, hint: 'Declare its `vdt`, or give a token.' }];
    });
}
function vdtOff({ settings, desired, live }) {
    const typed = [...desired.keys.values()].find(({ vdt }) => vdt !== undefined && vdt !== 'Text');
    if (settings.vdtEnabled || typed === undefined)
        return [];
    const kept = [...desired.keys].flatMap(([id, key]) => {
        const there = live.keys.get(id)?.vdt;
        return key.vdt === undefined || there === undefined || there === key.vdt
            ? []
            : [`${key.name} stays ${there}`];
    });
    const stays = kept.length === 0 ? '' : ` (${kept.slice(0, 5).join(', ')}${kept.length > 5 ? ', …' : ''})`;
    const message = `Value types are switched off in this repository: no value is checked, and the type of an existing key never changes${stays}.`;
    return [
        {
            ...(typed.place && { place: typed.place }),
            message,
            hint: 'Switch them on in the settings of the repository, or do not declare `vdt`.',
        },
    ];
}

;// CONCATENATED MODULE: ./lib/plan/rules/values.js
// Rules about values that the server takes, and stores or renders otherwise than one might think (behaviour.md, sections 8 and 11).



function valueNormalised({ changes, desired, after }) {
    return written(changes).flatMap((change) => {
        if (isBlank(change.after) && after.keys.get((0,model_state/* keyId */.xs)(change.key))?.securityGroup !== undefined) {
            const message = `The value of ${change.key} in \`${change.context}\` is blank, which a security group with a cipher stores as the empty text.`;
            return [{ ...at(change), message, hint: 'Write `""`.' }];
        }
        const context = (0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(change.context));
        const declared = desired.keys.get((0,model_state/* keyId */.xs)(change.key))?.values.get(context);
        if (declared === undefined || declared.unknown || declared.native || declared.text === change.after)
            return [];
        const message = `The server stores the value of ${change.key} in \`${change.context}\` in another form.`;
        const hint = change.secret ? 'Write it so.' : `Write it so: ${change.after}`;
        return [{ ...at(change), message, hint }];
    });
}
function jsonInvalid({ changes }) {
    return written(changes).flatMap((change) => {
        if (change.vdt !== 'JSON' || change.after == null || isJson(change.after))
            return [];
        const message = `The value of ${change.key} in \`${change.context}\` is not JSON; the server stores it all the same.`;
        return [{ ...at(change), message, hint: 'Correct it, or declare the key as Text.' }];
    });
}
function valueNull({ changes, desired }) {
    return written(changes).flatMap((change) => {
        const context = (0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(change.context));
        if (change.after !== null || desired.keys.get((0,model_state/* keyId */.xs)(change.key))?.values.get(context)?.unknown)
            return [];
        const message = `The value of ${change.key} in \`${change.context}\` is null: files render it as the text \`null\`.`;
        return [{ ...at(change), message, hint: 'Write `""` for an empty text, or `opp: delete` for no value.' }];
    });
}
function isBlank(text) {
    return text != null && text !== '' && text.trim() === '';
}
function written(changes) {
    return values(changes).filter((change) => change.action !== 'delete');
}
function isJson(text) {
    try {
        JSON.parse(text);
        return true;
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./lib/plan/table/values.js


const VALUE_RULES = {
    title: 'Types and values',
    rules: [
        {
            code: 'unknown-vdt',
            severity: 'refusal',
            found: 'files',
            detects: 'names a type that is not one of the twelve',
            server: 'makes the key Text',
            advice: 'Correct the name of the type.',
        },
        {
            code: 'vdt-not-known',
            severity: 'refusal',
            found: 'plan',
            detects: 'could reset the type of a key, because neither the files nor the server say what it is',
            server: 'makes the key Text',
            advice: 'Declare its `vdt`, or give a token.',
            check: vdtNotKnown,
        },
        {
            code: 'vdt-leaves-bad-value',
            severity: 'refusal',
            found: 'plan',
            detects: 'changes the type of a key and leaves a value that does not fit it',
            server: 'checks nothing, and for Map and List breaks every read of that context',
            advice: 'Declare a value that fits, or delete it, in the same change.',
            check: vdtLeavesBadValue,
        },
        {
            code: 'vdt-off',
            severity: 'warning',
            found: 'plan',
            detects: 'declares types in a repository where value types are switched off',
            server: 'never changes the type of a key, and checks no value',
            advice: 'Switch them on in the settings of the repository, or do not declare `vdt`.',
            check: vdtOff,
        },
        {
            code: 'vdt-held-by-delete',
            severity: 'avoided',
            found: 'push',
            detects: 'changes the type of a key and deletes one of its values',
            server: 'keeps the old type',
            advice: 'Deletions stand in an entry of their own.',
        },
        {
            code: 'value-type',
            severity: 'refusal',
            found: 'files and plan',
            detects: 'writes a value that does not fit the type of its key',
            server: 'refuses the push',
            advice: 'Correct the value, or the type.',
            check: valueType,
        },
        {
            code: 'vdt-required',
            severity: 'refusal',
            found: 'files',
            detects: 'writes a mapping or a list, and the type is none of Map, List and JSON',
            server: 'refuses what is no text',
            advice: 'Declare `vdt: Map`, `vdt: List` or `vdt: JSON`.',
        },
        {
            code: 'native-json',
            severity: 'avoided',
            found: 'push',
            detects: 'writes a mapping or a list',
            server: 'refuses it, or takes it apart',
            advice: 'Values are always sent as text.',
        },
        {
            code: 'value-object',
            severity: 'refusal',
            found: 'files',
            detects: 'gives a value or a file no content, or two',
            server: 'empties a file without content, makes a value without text null',
            advice: 'Say exactly one of `value` (or `content`), `path`, `env` and `opp: delete`.',
        },
        {
            code: 'missing-field',
            severity: 'refusal',
            found: 'files',
            detects: 'leaves the name, the context or the text out of an entry of `data`',
            server: 'refuses the push, empties the file, or makes the value null',
            advice: 'Write it out.',
        },
        {
            code: 'bad-text',
            severity: 'refusal',
            found: 'files',
            detects: 'writes a text with a NUL character',
            server: 'refuses the push',
            advice: 'Take the character out.',
        },
        {
            code: 'deactivate',
            severity: 'refusal',
            found: 'files',
            detects: 'declares a value or a file inactive',
            server: 'never finds it again, and makes another one the next time',
            advice: 'Use `opp: delete` to take it away.',
        },
        {
            code: 'duplicate-value',
            severity: 'refusal',
            found: 'files',
            detects: 'declares the value of one context twice',
            server: 'takes both, and the last one wins',
            advice: 'Keep one of the two.',
        },
        {
            code: 'double-touch',
            severity: 'avoided',
            found: 'push',
            detects: 'writes a value and deletes it',
            server: 'takes the deletion back',
            advice: 'Each value and file stands in a push once.',
        },
        {
            code: 'delete-before-upsert',
            severity: 'avoided',
            found: 'push',
            detects: 'moves the only value of a key to another context',
            server: 'drops the key with its last value, and refuses what follows',
            advice: 'New values stand before deletions.',
        },
        {
            code: 'value-normalised',
            severity: 'warning',
            found: 'plan',
            detects: 'writes a value that is stored in another form',
            server: 'stores `0.5` for `.5`, and `{}` or `[]` for nothing',
            advice: 'Write it as it is stored.',
            check: valueNormalised,
        },
        {
            code: 'json-invalid',
            severity: 'warning',
            found: 'plan',
            detects: 'writes a value of type JSON that is not JSON',
            server: 'stores nearly every text',
            advice: 'Correct it, or declare the key as Text.',
            check: jsonInvalid,
        },
        {
            code: 'value-null',
            severity: 'warning',
            found: 'plan',
            detects: 'writes null',
            server: 'renders it in files as the text `null`',
            advice: 'Write `""` for an empty text, or `opp: delete` for no value.',
            check: valueNull,
        },
    ],
};

;// CONCATENATED MODULE: ./lib/plan/guard.js










const RULE_GROUPS = [
    KEY_RULES,
    VALUE_RULES,
    CONTEXT_RULES,
    FILE_RULES,
    SECRET_RULES,
    OWNERSHIP_RULES,
    RECORD_RULES,
    LIMIT_RULES,
    PUSH_RULES,
];
const RULES = RULE_GROUPS.flatMap(({ rules }) => rules);
const CHECKED = RULES.filter((rule) => 'check' in rule);
function guard(input) {
    const found = (rule) => findingsOf(rule, input);
    const approvable = judged(CHECKED.filter((rule) => rule.isApprovable).flatMap(found), input);
    const certain = CHECKED.filter((rule) => !rule.isApprovable).flatMap(found);
    return { ...approvable, findings: inOrder([...certain, ...approvable.findings]) };
}
/** Refusals first, as they are shown; then as the table has them. */
function inOrder(findings) {
    const rank = new Map(CHECKED.map(({ code }, index) => [code, index]));
    const place = ({ severity, code }) => (severity === 'refusal' ? 0 : CHECKED.length) + (rank.get(code) ?? 0);
    return findings.toSorted((a, b) => place(a) - place(b));
}
function findingsOf({ code, severity, advice, isApprovable, check }, input) {
    return check(input).map((found) => {
        // How to approve it is said where it is judged.
        const hint = found.hint ?? (isApprovable ? undefined : advice);
        return { severity, code, ...found, ...(hint !== undefined && { hint }) };
    });
}

// EXTERNAL MODULE: ./lib/plan/new-keys.js
var new_keys = __webpack_require__(5414);
// EXTERNAL MODULE: ./lib/plan/surplus.js
var surplus = __webpack_require__(1445);
// EXTERNAL MODULE: ./lib/plan/unseal.js
var unseal = __webpack_require__(3545);
;// CONCATENATED MODULE: ./lib/plan/make-plan.js













function makePlan(given) {
    const read = (0,surplus/* withRowsChosen */.G)(given.live, given.desired);
    const live = (0,unseal/* unsealed */.w)(read, given);
    const input = { ...given, live };
    const { target, liveSource, prune, onDrift } = input;
    const completed = (0,complete/* complete */.M)(input.desired, live, input.settings);
    const { after, changes, drift } = settled((0,keep/* keepUnmanaged */.C)(completed, input), input);
    const batch = input.batch === undefined ? {} : { batch: input.batch };
    const notes = [...input.notes, ...[(0,phases.phasesNote)({ changes, ...batch }) ?? []].flat()];
    return {
        target,
        live: liveSource,
        prune,
        onDrift,
        ...batch,
        notes,
        changes,
        drift,
        already: (0,causes/* countAlready */.uk)(completed, live, input),
        ...unmanaged(completed, input),
        // As the server shows it: a rule tells a cipher text from a clear one.
        ...(input.isAfterwards ? { findings: [] } : guard({ ...input, live: read, after, changes, drift })),
    };
}
/** What is pushed, what is left as others made it, and the state after the push. */
function settled(desired, input) {
    const { live, onDrift, baseline = input.announced } = input;
    const depth = input.target.levels.length;
    const finish = (found) => [
        ...(0,new_keys/* withNewKeys */.vJ)(annotated(found, { ...input, isTheirs: false }), input),
    ];
    const compare = (state) => (0,causes/* withCauses */.vR)((0,diff/* diff */.U)(state, live, depth), input);
    const changes = compare(desired);
    if (onDrift === 'overwrite' || baseline === undefined)
        return { after: desired, changes: finish(changes), drift: [] };
    const after = (0,plan_drift/* withDriftKept */.s)(desired, { live, baseline, changes });
    const drift = (0,diff/* diff */.U)(after, desired, depth).map((change) => ({ ...change, cause: 'drift' }));
    return {
        after,
        changes: finish(drift.length === 0 ? changes : compare(after)),
        drift: annotated(drift, { ...input, isTheirs: true }),
    };
}
/** The baseline in the place of live: what it declared, with the server's defaults for what it left open. */
function standIn(baseline) {
    const declared = (0,keep/* keepUnmanaged */.C)(baseline, { live: (0,model_state/* emptyState */.p$)(), prune: 'managed' });
    return (0,complete/* complete */.M)(declared, (0,model_state/* emptyState */.p$)(), { vdtEnabled: true });
}


/***/ }),

/***/ 5414:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mp: () => (/* binding */ neededKeys),
/* harmony export */   "do": () => (/* binding */ pointsAtFile),
/* harmony export */   jA: () => (/* binding */ targetFiles),
/* harmony export */   vJ: () => (/* binding */ withNewKeys)
/* harmony export */ });
/* harmony import */ var _model_placeholders_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3735);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);



/** The keys that must be there before a file names them. */
function neededKeys(changes) {
    const created = createdKeys(changes);
    const named = changes.flatMap((change) => change.kind === 'file' && !change.withNewKeys ? (0,_model_placeholders_js__WEBPACK_IMPORTED_MODULE_0__/* .placeholdersIn */ .Qf)(change.after ?? '') : []);
    return new Set(named.map(_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs).filter((id) => created.has(id)));
}
/**
 * A file that is created makes the keys that it names, locked: who may push locked keys can go on with them in the
 * same push. An updated file makes none, so it is made anew; one of a security group would lose its protection.
 */
function withNewKeys(changes, { forceKeyPush, batch, live, liveSource }) {
    // Without the export nobody knows which files are new, and which are secured.
    if (!forceKeyPush || batch !== undefined || liveSource !== 'export')
        return changes;
    const created = createdKeys(changes);
    return changes.map((change) => {
        if (change.kind !== 'file' || change.after === undefined)
            return change;
        const there = live.files.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .fileId */ .qp)(change.path, (0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextIn */ .PO)(change.context)));
        const isNaming = (0,_model_placeholders_js__WEBPACK_IMPORTED_MODULE_0__/* .placeholdersIn */ .Qf)(change.after).some((name) => created.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(name)));
        const isSecured = (there?.securityGroup ?? change.securityGroup) !== undefined;
        return isNaming && !isSecured ? { ...change, withNewKeys: true } : change;
    });
}
function createdKeys(changes) {
    return new Set(changes.flatMap((change) => change.kind === 'key' && change.action === 'create' ? [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key)] : []));
}
function pointsAtFile(change) {
    return change.kind === 'value' && /^File(Ref|Embed)$/.test(change.vdt);
}
/** The new files that values of these keys point at: they must be there before, and name none of the keys. */
function targetFiles(changes, needed) {
    const paths = new Set(changes.flatMap((change) => pointsAtFile(change) && needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key)) ? [change.after] : []));
    return new Set(changes.filter((change) => change.kind === 'file' &&
        change.action === 'create' &&
        paths.has(change.path) &&
        !(0,_model_placeholders_js__WEBPACK_IMPORTED_MODULE_0__/* .placeholdersIn */ .Qf)(change.after ?? '').some((name) => needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(name)))));
}


/***/ }),

/***/ 8464:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  phasesNote: () => (/* binding */ phasesNote),
  phasesOf: () => (/* binding */ phasesOf)
});

// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
;// CONCATENATED MODULE: ./lib/plan/batches.js

/**
 * Groups of at most `size` values and files. All changes of one key stay together, and so does a file; what creates
 * and updates comes before what only deletes, and files before keys, so that every group can stand on its own:
 * a key's file is there before the key, a placeholder is gone before its key.
 */
function batchesOf(changes, size) {
    const batches = [];
    let room = 0;
    for (const group of [...groupsOf(changes)].sort((a, b) => rank(a) - rank(b))) {
        const weight = weightOf(group);
        const last = batches.at(-1);
        if (last === undefined || weight > room) {
            batches.push([...group]);
            room = size - weight;
        }
        else {
            last.push(...group);
            room -= weight;
        }
    }
    return batches;
}
/** Values and files: what the server's time grows with. */
function weightOf(changes) {
    return Math.max(1, changes.filter((change) => change.kind !== 'key').length);
}
function groupsOf(changes) {
    const groups = new Map();
    for (const change of changes) {
        const id = change.kind === 'file' ? `file\0${change.path}\0${change.context}` : `key\0${(0,state/* keyId */.xs)(change.key)}`;
        const group = groups.get(id);
        if (group === undefined)
            groups.set(id, [change]);
        else
            group.push(change);
    }
    return groups.values();
}
function rank(group) {
    const isDeletion = group.every((change) => change.action === 'delete');
    return (isDeletion ? 2 : 0) + (group[0]?.kind === 'file' ? 0 : 1);
}

// EXTERNAL MODULE: ./lib/plan/surplus.js
var plan_surplus = __webpack_require__(1445);
// EXTERNAL MODULE: ./lib/plan/new-keys.js
var new_keys = __webpack_require__(5414);
;// CONCATENATED MODULE: ./lib/plan/phases.js
// How many pushes a plan takes: one, unless files name keys that are new (behaviour.md, section 18.13), or `batch` asks for more.






/** The changes of a plan in the groups in which they are pushed, one after the other. */
function phasesOf({ changes, batch }) {
    const phases = [...(0,plan_surplus/* surplusPhases */.b)(changes), ...orderedPhases(changes)];
    return batch === undefined ? phases : phases.flatMap((phase) => batchesOf(phase, batch));
}
/** One sentence for the plan, where one push is not enough. */
function phasesNote(plan) {
    const { length } = phasesOf(plan);
    if (length < 2)
        return undefined;
    const surplus = (0,plan_surplus/* surplusPhases */.b)(plan.changes).length > 0;
    const order = orderedPhases(plan.changes).length > 1;
    const ordered = 'first the new keys that files name in their placeholders, then the rest';
    const batched = 'first what is created and updated, then what is deleted';
    const why = [
        ...(surplus
            ? ['first deletes that leave one row of each value that the server holds more than once']
            : []),
        ...(order ? [`${surplus ? 'then ' : ''}${ordered}; the server takes them only in this order`] : []),
        ...(order || (surplus && plan.batch === undefined) ? [] : [batched]),
        ...(surplus && !order && plan.batch === undefined ? ['then the rest'] : []),
    ].join(', ');
    const size = plan.batch === undefined ? '' : ` of up to ${(0,counted/* counted */.h)(plan.batch, 'value')} each, so not atomic`;
    return `${length} pushes${size}: ${why}.`;
}
/**
 * The server processes files before keys, so a file whose placeholders name a new key must come after that key;
 * each group leaves the repository in a state of its own that is whole.
 */
function orderedPhases(changes) {
    const needed = (0,new_keys/* neededKeys */.Mp)(changes);
    if (needed.size === 0)
        return [changes];
    const files = (0,new_keys/* targetFiles */.jA)(changes, needed);
    const later = pointingLater(changes, { needed, files });
    const isFirst = (change) => change.kind === 'file' ? files.has(change) : needed.has((0,state/* keyId */.xs)(change.key)) && !later.has(change);
    const split = changes.filter((change) => change.kind === 'key' && isLockedLater(change, later));
    return [
        changes.filter(isFirst).map((change) => (split.includes(change) ? unlocked(change) : change)),
        [...changes.filter((change) => !isFirst(change)), ...split.map(locked)],
    ];
}
/**
 * Values of the needed keys that point at a new file which itself names needed keys, maybe just this one: the file
 * must wait for the key, and the value for the file.
 */
function pointingLater(changes, { needed, files }) {
    const created = changes.filter((change) => change.kind === 'file' && change.action === 'create');
    const isThere = new Set([...files].map(({ path }) => path));
    const waiting = new Set(created.map((change) => (0,plan/* addressOf */.ci)(change)).filter((path) => !isThere.has(path)));
    return new Set(changes.filter((change) => (0,new_keys/* pointsAtFile */["do"])(change) && needed.has((0,state/* keyId */.xs)(change.key)) && waiting.has(change.after ?? '')));
}
/** A key that is born locked would refuse the values that come later. */
function isLockedLater(own, later) {
    const isOfKey = (change) => change.kind === 'value' && (0,state/* keyId */.xs)(change.key) === (0,state/* keyId */.xs)(own.key);
    return own.after?.push === false && [...later].some(isOfKey);
}
function unlocked(change) {
    return change.kind === 'key' ? { ...change, after: { ...change.after, push: true } } : change;
}
function locked(change) {
    if (change.kind !== 'key')
        return change;
    return { ...change, action: 'update', before: { ...change.after, push: true } };
}


/***/ }),

/***/ 2591:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   notReviewed: () => (/* binding */ notReviewed),
/* harmony export */   reviewOf: () => (/* binding */ reviewOf)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
// What of a plan was reviewed, in digests: a later apply pushes nothing that was not.

/** @param digestKey digests of secrets are keyed with it, because short ones could be guessed */
function reviewOf({ target, prune, changes }, digestKey) {
    return { target, prune, items: changes.map((change) => reviewedItem(change, digestKey)) };
}
function reviewedItem(change, digestKey) {
    const digest = digestOf(change, digestKey);
    return { ...nameOf(change), action: change.action, ...(digest !== undefined && { digest }) };
}
function nameOf(change) {
    if (change.kind === 'key')
        return { kind: 'key', key: change.key };
    if (change.kind === 'file')
        return { kind: 'file', path: change.path, context: change.context };
    return { kind: 'value', key: change.key, context: change.context };
}
function digestOf(change, digestKey) {
    const text = JSON.stringify(contentOf(change));
    if (!change.secret || change.kind === 'key')
        return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(text).digest('hex');
    return digestKey === undefined ? undefined : (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)('sha256', digestKey).update(text).digest('hex');
}
/** What a reviewer saw of it: from what, to what. Where it is declared may move. */
function contentOf(change) {
    const before = change.before ?? null;
    const after = change.after ?? null;
    const there = [change.before !== undefined, change.after !== undefined, change.rewritten ?? false];
    return change.kind === 'key'
        ? ['key', ...there, sorted(change.before), sorted(change.after)]
        : [change.kind, ...there, before, after, change.kind === 'value' ? change.vdt : null];
}
function sorted(metadata = {}) {
    return Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
}
/** A refusal for each change that was not reviewed. A reviewed change that is gone is fine. */
function notReviewed(plan, { review, digestKey }) {
    if (!isSameTarget(plan, review))
        return [refusal(OTHER_TARGET)];
    const reviewed = new Map(review.items.map((item) => [idOf(item), item]));
    return plan.changes.flatMap((change) => {
        const item = reviewedItem(change, digestKey);
        const known = reviewed.get(idOf(item));
        if (known !== undefined && isSameContent(known, { item, change }))
            return [];
        const what = known === undefined ? 'is not in the reviewed plan' : 'is not what was reviewed';
        const message = `${shown(item)} ${what}.`;
        const mayBeOfAnotherKey = known !== undefined && change.secret === true && change.kind !== 'key';
        const hint = mayBeOfAnotherKey ? DIGEST_HINT : HINT;
        return [{ ...refusal({ message, hint }), ...(change.place && { place: change.place }) }];
    });
}
const HINT = 'Somebody changed the files or the server since: plan again, and have it reviewed again.';
const DIGEST_HINT = 'Somebody changed the secret since, or the plan was made with another digest key (`CONFIGHUB_DIGEST_KEY`, input `digest-key`) than this apply has.';
const OTHER_TARGET = {
    message: 'The reviewed plan is for another repository, or was made with another `prune`.',
    hint: 'Apply it with the same url, repository and prune mode.',
};
function refusal(what) {
    return { severity: 'refusal', code: 'not-reviewed', ...what };
}
function isSameTarget({ target, prune }, review) {
    const address = ({ url, account, name }) => JSON.stringify([url, account, name]);
    return address(target) === address(review.target) && prune === review.prune;
}
/** A secret that was digested with a key, and now cannot be, is not known to be the same. */
function isSameContent(known, { item, change }) {
    if (known.digest === undefined)
        return change.secret === true && change.kind !== 'key';
    return known.digest === item.digest;
}
function idOf(item) {
    return [item.kind, item.action, nameParts(item).join('\0').toLowerCase()].join('\0');
}
function nameParts(item) {
    if (item.kind === 'key')
        return [item.key];
    return [item.kind === 'file' ? item.path : item.key, item.context];
}
function shown(item) {
    const [name, context] = nameParts(item);
    return `${item.action} of ${name}${context === undefined ? '' : ` in \`${context}\``}`;
}


/***/ }),

/***/ 1445:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ withRowsChosen),
/* harmony export */   b: () => (/* binding */ surplusPhases)
/* harmony export */ });
/* harmony import */ var _model_changed_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5365);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6616);
/* harmony import */ var _model_vdt_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2783);
// Values that the server holds more than once: which row counts, and what takes the others away (behaviour.md, section 17).



/** Rows have no order: the one that is as declared counts, or else always the same one. */
function withRowsChosen(live, desired) {
    const keys = (0,_model_changed_js__WEBPACK_IMPORTED_MODULE_2__/* .changed */ .t)(live.keys, (key, id) => {
        const declared = desired.keys.get(id);
        const values = (0,_model_changed_js__WEBPACK_IMPORTED_MODULE_2__/* .changed */ .t)(key.values, (value, context) => {
            const { rows } = value;
            if (rows === undefined)
                return value;
            return chosen({ ...value, rows }, textOf(declared?.values.get(context), declared, key));
        });
        return values === key.values ? key : { ...key, values };
    });
    return keys === live.keys ? live : { ...live, keys };
}
function textOf(value, declared, live) {
    return value && (0,_model_vdt_js__WEBPACK_IMPORTED_MODULE_1__/* .storedText */ .VS)(declared?.vdt ?? live.vdt ?? 'Text', value.text);
}
function chosen(value, wanted) {
    if (wanted !== undefined && value.rows.includes(wanted))
        return { ...value, text: wanted };
    const [first = value.text] = [...value.rows].sort();
    return { ...value, text: first };
}
/**
 * A delete takes one row of a context, whichever, and until one is left every write is refused: so the pushes before
 * the plan's own take one surplus row of each value. A key that goes as a whole takes all of its rows along.
 */
function surplusPhases(changes) {
    const whole = new Set(changes.flatMap((change) => (isWhole(change) ? [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .keyId */ .xs)(change.key)] : [])));
    const doubled = changes.filter((change) => change.kind === 'value' && change.surplus !== undefined && !whole.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .keyId */ .xs)(change.key)));
    const rounds = Math.max(0, ...doubled.map(({ surplus }) => surplus));
    return Array.from({ length: rounds }, (_, round) => doubled
        .filter(({ surplus }) => surplus > round)
        .map(({ after: _after, ...one }) => ({ ...one, action: 'delete' })));
}
function isWhole(change) {
    return change.kind === 'key' && change.action === 'delete' && change.whole === true;
}


/***/ }),

/***/ 3545:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ unsealed)
/* harmony export */ });
/* harmony import */ var _model_ciphers_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8661);
/* harmony import */ var _model_changed_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5365);
// What the server shows of security groups, opened as far as the passwords reach, so that it can be compared.


/** Live with clear texts. What no known password opens is marked unknown: it is never equal to what is declared. */
function unsealed(live, { desired, passwordOf }) {
    const keys = (0,_model_changed_js__WEBPACK_IMPORTED_MODULE_1__/* .changed */ .t)(live.keys, (key, id) => {
        const { securityGroup: group } = key;
        return group === undefined ? key : unsealKey(key, { group, declared: desired.keys.get(id), passwordOf });
    });
    const files = (0,_model_changed_js__WEBPACK_IMPORTED_MODULE_1__/* .changed */ .t)(live.files, (file, id) => {
        const { securityGroup: group, unknown } = file;
        if (group === undefined || unknown)
            return file;
        return unsealFile(file, { group, declared: desired.files.get(id), passwordOf });
    });
    return { keys, files };
}
function unsealKey(key, { group, declared, passwordOf }) {
    const password = passwordOf(group);
    const values = Array.from(key.values, ([id, value]) => {
        const shown = value.text;
        if (shown === null)
            return [id, value];
        const { text, ...mark } = unsealText(shown, { declared: declared?.values.get(id)?.text, password });
        return [id, { ...value, text, ...mark }];
    });
    return { ...key, values: new Map(values) };
}
function unsealFile(file, { group, declared, passwordOf }) {
    const password = passwordOf(group);
    const { text, ...mark } = unsealText(file.content, { declared: declared?.content, password });
    return { ...file, content: text, ...mark };
}
/** A group may have no cipher: then the server shows the clear text. Null is never encrypted, so it differs from all texts. */
function unsealText(shown, { declared, password }) {
    if (shown === declared || declared === null || !(0,_model_ciphers_js__WEBPACK_IMPORTED_MODULE_0__/* .looksSealed */ .rQ)(shown))
        return { text: shown };
    if (password === undefined)
        return { text: shown, unknown: true };
    // First what is declared: encrypting loses blanks, so the opened text need not be the one that was sent.
    if (declared !== undefined && (0,_model_ciphers_js__WEBPACK_IMPORTED_MODULE_0__/* .isSealOf */ .l8)(shown, { clear: declared, password }))
        return { text: declared };
    const text = (0,_model_ciphers_js__WEBPACK_IMPORTED_MODULE_0__/* .opened */ .Sg)(shown, password);
    return text === undefined ? { text: shown, unknown: true } : { text };
}


/***/ }),

/***/ 7832:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   r: () => (/* binding */ askedContexts)
/* harmony export */ });
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


/***/ })

};
