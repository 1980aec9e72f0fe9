export const id = 464;
export const ids = [464];
export const modules = {

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

/***/ 6616:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mv: () => (/* binding */ KEY_METADATA),
/* harmony export */   p$: () => (/* binding */ emptyState),
/* harmony export */   qp: () => (/* binding */ fileId),
/* harmony export */   xs: () => (/* binding */ keyId)
/* harmony export */ });
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
// State: keys and files by address. One type for desired, baseline and live.

const KEY_METADATA = [
    'vdt',
    'readme',
    'deprecated',
    'push',
    'securityGroup',
];
/** The server compares key names without case. */
function keyId(name) {
    return name.toLowerCase();
}
function fileId(path, context) {
    return `${path}\0${(0,_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextId */ .PF)(context)}`;
}
function emptyState() {
    return { keys: new Map(), files: new Map() };
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
        const there = live.files.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .fileId */ .qp)(change.path, (0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextOf */ .Vm)((0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .elementsOf */ .ZE)(change.context))));
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

// EXTERNAL MODULE: ./lib/plan/new-keys.js
var new_keys = __webpack_require__(5414);
;// CONCATENATED MODULE: ./lib/plan/phases.js
// How many pushes a plan takes: one, unless files name keys that are new (behaviour.md, section 18.13), or `batch` asks for more.





/** The changes of a plan in the groups in which they are pushed, one after the other. */
function phasesOf({ changes, batch }) {
    const phases = orderedPhases(changes);
    return batch === undefined ? phases : phases.flatMap((phase) => batchesOf(phase, batch));
}
/** One sentence for the plan, where one push is not enough. */
function phasesNote(plan) {
    const { length } = phasesOf(plan);
    if (length < 2)
        return undefined;
    const order = orderedPhases(plan.changes).length > 1;
    const why = order
        ? 'first the new keys that files name in their placeholders, then the rest; the server takes them only in this order'
        : 'first what is created and updated, then what is deleted';
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


/***/ })

};
