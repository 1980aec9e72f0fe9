export const id = 831;
export const ids = [831];
export const modules = {

/***/ 7129:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ Fields),
/* harmony export */   q: () => (/* binding */ describe)
/* harmony export */ });
/* harmony import */ var _model_place_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5298);
/* harmony import */ var _model_nearest_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6047);
/* harmony import */ var _tree_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6984);



/** Reads the fields of one source. Every method reports what is wrong and answers `undefined` for it. */
class Fields {
    source;
    #report;
    constructor(source, report) {
        this.source = source;
        this.#report = report;
    }
    place(at) {
        return new _model_place_js__WEBPACK_IMPORTED_MODULE_2__/* .Place */ .Y(this.source, typeof at === 'number' ? at : at.offset);
    }
    error(problem) {
        this.#tell('error', problem);
    }
    warn(problem) {
        this.#tell('warning', problem);
    }
    /** A mapping; nothing at all counts as an empty one. `what` names it in the message. */
    mapping(node, what) {
        if (node.kind === 'mapping')
            return node;
        if ((0,_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .isNothing */ .qv)(node))
            return { kind: 'mapping', entries: [], offset: node.offset, size: 1, depth: 1 };
        return this.error({
            code: 'wrong-type',
            at: node,
            message: `${what} is a mapping, not ${describe(node)}.`,
        });
    }
    /** The entries by name; a name that is not among `known` is reported with the nearest that is. */
    known(node, known, what) {
        const found = {};
        for (const entry of node.entries) {
            const name = known[known.indexOf(entry.key.text)];
            if (name !== undefined)
                found[name] = entry;
            else
                this.#unknown(entry, known, what);
        }
        return found;
    }
    /** Text that is not blank; numbers count as their source text. */
    text(entry) {
        const { key, value } = entry;
        if (value.kind === 'scalar' && !(0,_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .isNull */ .kZ)(value) && value.text.trim() !== '')
            return value.text;
        return this.error({
            code: 'wrong-type',
            at: value,
            message: `\`${key.text}\` is a text, not ${describe(value)}.`,
        });
    }
    boolean(entry) {
        const { key, value } = entry;
        if (value.kind === 'scalar' && value.plain) {
            if (/^(true|True|TRUE)$/.test(value.text))
                return true;
            if (/^(false|False|FALSE)$/.test(value.text))
                return false;
        }
        return this.error({
            code: 'wrong-type',
            at: value,
            message: `\`${key.text}\` is true or false, not ${describe(value)}.`,
        });
    }
    oneOf(entry, choices, code) {
        const text = this.text(entry);
        if (text === undefined)
            return undefined;
        const choice = choices.find((candidate) => candidate === text);
        if (choice !== undefined)
            return choice;
        return this.error({
            code,
            at: entry.value,
            ...unknownWord(text, choices, {
                near: (word) => `\`${word}\` is not a known \`${entry.key.text}\`.`,
                far: `This \`${entry.key.text}\` is not one of ${choices.join(', ')}.`,
            }),
        });
    }
    /** A list of texts; one text alone counts as a list of one. */
    texts(entry) {
        const items = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
        const texts = items.map((value) => this.text({ key: entry.key, value }));
        return texts.every((text) => text !== undefined) ? texts : undefined;
    }
    #unknown(entry, known, what) {
        this.error({
            code: 'unknown-field',
            at: entry.key,
            ...unknownWord(entry.key.text, known, {
                near: (word) => `${what} has no field \`${word}\`.`,
                far: `${what} has an unknown field.`,
            }),
        });
    }
    #tell(severity, { code, at, message, hint, related }) {
        const extra = { ...(hint === undefined ? {} : { hint }), ...(related === undefined ? {} : { related }) };
        this.#report({ severity, code, message, place: this.place(at), ...extra });
        return undefined;
    }
}
/** Longer than every known word, and than a password should be shown. */
const MAX_WORD = 40;
/** Shows the word only where it resembles a known one: otherwise it may be a password in a wrong place. */
function unknownWord(word, known, { near, far }) {
    const isNear = word.length <= MAX_WORD && (0,_model_nearest_js__WEBPACK_IMPORTED_MODULE_0__/* .nearest */ .p)(word, known) !== undefined;
    if (isNear)
        return { message: near(word), hint: (0,_model_nearest_js__WEBPACK_IMPORTED_MODULE_0__/* .meant */ .w)(word, known) };
    return { message: far, hint: `Known: ${known.join(', ')}.` };
}
/** What a node is, for a person: never its text, which may be a secret. */
function describe(node) {
    if (node.kind === 'mapping')
        return 'a mapping';
    if (node.kind === 'sequence')
        return 'a list';
    if ((0,_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .isNothing */ .qv)(node))
        return 'nothing';
    return (0,_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .isNull */ .kZ)(node) ? 'null' : 'this text';
}


/***/ }),

/***/ 9327:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gv: () => (/* binding */ unmatched),
/* harmony export */   MQ: () => (/* binding */ countExpansions),
/* harmony export */   c$: () => (/* binding */ isLiteral),
/* harmony export */   jN: () => (/* binding */ matcher),
/* harmony export */   om: () => (/* binding */ searcher),
/* harmony export */   sz: () => (/* binding */ expanded)
/* harmony export */ });
/* harmony import */ var micromatch__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8785);
/* harmony import */ var _model_glob_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4778);
// Which paths the globs of a project match, in the work tree, in memory and in what Git has alike.


/** A shell's manners: a name with a dot in front is found only where the glob has the dot. */
const MATCHING = {
    dot: false,
    matchBase: false,
    nobrace: false,
    nocase: false,
    noext: false,
    noglobstar: false,
    posix: true,
    strictSlashes: false,
};
/** A glob with `!` in front excludes. */
function matcher(globs) {
    const { includes, excludes } = expanded(globs);
    const literals = new Set(includes.filter(isLiteral));
    const patterns = includes.filter((glob) => !literals.has(glob)).map((glob) => testOf(glob));
    const files = excludes.map((glob) => testOf(glob, { dot: true }));
    const isExcludedFolder = folderExcluder(excludes);
    return (path) => (literals.has(path) || matchesAny(patterns, path)) &&
        !matchesAny(files, path) &&
        !isExcludedFolder(path.split('/').slice(0, -1).join('/'));
}
/** Whether the listing would search a folder, or one above it: asked of those that are not there to be searched. */
function searcher(globs) {
    const { includes, excludes } = expanded(globs);
    const isExcludedFolder = folderExcluder(excludes);
    const globsByPart = includes.map((glob) => glob.split('/').map(partOf));
    return (folder) => globsByPart.some((parts) => leadsInto(parts, folder.split('/'))) && !isExcludedFolder(folder);
}
/** The globs that match none of the paths, as they were written. */
function unmatched(globs, paths) {
    return globs.filter((glob) => !/^!(?!\()/.test(glob) && !isLiteral(glob) && !paths.some(matcher([glob])));
}
/** Braces expanded, and everything else that can be written in several ways brought into one. */
function expanded(globs) {
    const options = { expand: true, nodupes: true, keepEscaping: true };
    const all = globs.flatMap((glob) => micromatch__WEBPACK_IMPORTED_MODULE_0__.braces(glob, options)).map(normalise);
    const isExclude = (glob) => /^!(?!\()/.test(glob);
    return {
        includes: all.filter((glob) => glob !== '' && !isExclude(glob)),
        excludes: all.filter(isExclude).map((glob) => normalise(glob.slice(1))),
    };
}
/** `./config/*`, `config/./*` and `config//*` mean the same as `config/*`. */
function normalise(glob) {
    return glob.replace(/\/{2,}/g, '/').replace(/(^|^!|\/)(?:\.\/)+/g, '$1');
}
/** No wildcard in it, by the rules of fast-glob: the name of one file. */
function isLiteral(glob) {
    const isPattern = /[*?\\]|^!|\[[^[]*\]|(?:^|[^!*+?@])\([^(]*\|[^|]*\)|[!*+?@]\([^(]*\)/.test(glob) ||
        /,|\.\./.test(/\{[^}]*(?=\})/.exec(glob)?.[0] ?? '');
    return !isPattern;
}
/** An excluded folder takes everything in it along. */
function folderExcluder(excludes) {
    const folders = excludes.filter((glob) => glob.endsWith('/**') || isLiteral(glob.split('/').at(-1) ?? ''));
    const patterns = folders.map((glob) => testOf(glob, { dot: true }));
    return (folder) => {
        const parts = folder.split('/');
        return parts.some((_, i) => matchesAny(patterns, parts.slice(0, i + 1).join('/')));
    };
}
/** Part by part; what `**` or a group in parentheses may stand for is not looked at more closely. */
function leadsInto(glob, folder) {
    for (const [i, name] of folder.entries()) {
        const part = glob[i];
        if (part?.text.includes('('))
            return true;
        if (part?.text.includes('**'))
            return folder.slice(i).every((below) => isFound(below, glob.slice(i + 1)));
        if (part === undefined || i === glob.length - 1 || !(part.text === name || part.fits(name)))
            return false;
    }
    return true;
}
/** `**` passes by what has a dot in front, unless a part behind it has the dot as well. */
function isFound(folder, behind) {
    return !folder.startsWith('.') || behind.some(({ text, fits }) => text.startsWith('.') && fits(folder));
}
function partOf(text) {
    return { text, fits: testOf(text) };
}
function testOf(glob, options = {}) {
    return (0,_model_glob_js__WEBPACK_IMPORTED_MODULE_1__/* .patternTest */ .hQ)(glob, { ...MATCHING, ...options });
}
function matchesAny(patterns, path) {
    return patterns.some((pattern) => pattern(path));
}
/** How many globs the braces of one stand for: counted, because expanding them could take for ever. */
function countExpansions(glob) {
    const open = [{ start: 0, alternatives: 0, product: 1 }];
    for (let i = 0; i < glob.length; i++) {
        const [char, last] = [glob[i], open.at(-1)];
        if (char === '\\')
            i++;
        else if (char === '{')
            open.push({ start: i + 1, alternatives: 0, product: 1 });
        else if (char === ',' && last !== undefined && open.length > 1) {
            last.alternatives += last.product;
            last.product = 1;
        }
        else if (char === '}' && last !== undefined && open.length > 1) {
            open.pop();
            const above = open.at(-1);
            const count = rangeLength(glob.slice(last.start, i)) ?? last.alternatives + last.product;
            if (above !== undefined)
                above.product *= count;
        }
    }
    return open.reduce((count, { alternatives, product }) => count * (alternatives + product), 1);
}
function rangeLength(text) {
    const [, from, to, step] = /^(-?\w+)\.\.(-?\w+)(?:\.\.-?(\d+))?$/.exec(text) ?? [];
    if (from === undefined || to === undefined)
        return undefined;
    const [a, b] = /^-?\d+$/.test(from + to.replace('-', ''))
        ? [Number(from), Number(to)]
        : [from.charCodeAt(0), to.charCodeAt(0)];
    return Math.floor(Math.abs(b - a) / Math.max(Number(step ?? 1), 1)) + 1;
}


/***/ }),

/***/ 3364:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ cut),
/* harmony export */   j: () => (/* binding */ contextHint)
/* harmony export */ });
// What messages say of a text without showing more of it than they should.
/** The hint for what YAML took for an alias and a person for a context. It may be a password, so it is not shown. */
function contextHint(written) {
    if (!/^\*(;.*|:)?$/.test(written))
        return undefined;
    return 'A context that begins with * needs quotes, as in "*;*".';
}
const MAX_QUOTED = 80;
/** A text as messages quote it: what is long would bury the message. */
function cut(text) {
    return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}


/***/ }),

/***/ 2930:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  $: () => (/* binding */ parseTrees)
});

// EXTERNAL MODULE: ./node_modules/js-yaml/dist/js-yaml.mjs
var js_yaml = __webpack_require__(3243);
// EXTERNAL MODULE: ./lib/model/place.js
var place = __webpack_require__(5298);
;// CONCATENATED MODULE: ./lib/desired/anchors.js
class Anchors {
    /** `undefined`: begun, and not yet whole. A name that is given again stands for what came last. */
    #nodes = new Map();
    #names = new Map();
    /** A mapping or a list begins: an alias of it that stands inside of it would have no end. */
    begin(name, node) {
        this.#nodes.set(name, undefined);
        this.#names.set(node, name);
    }
    end(node) {
        const name = this.#names.get(node);
        if (name !== undefined)
            this.#nodes.set(name, node);
    }
    set(name, node) {
        this.#nodes.set(name, node);
    }
    get(name) {
        return this.#nodes.get(name);
    }
    isBegun(name) {
        return this.#nodes.has(name);
    }
}

// EXTERNAL MODULE: ./lib/desired/hints.js
var hints = __webpack_require__(3364);
;// CONCATENATED MODULE: ./lib/desired/merge-keys.js
/** Fields of the mapping itself win over merged ones; of several merged mappings, the first that has a field. */
function finishMapping(node, events) {
    if (isPlain(node))
        return;
    const seen = new Map();
    const merges = [];
    node.entries = node.entries.filter((entry) => {
        if (entry.key.plain && entry.key.text === '<<') {
            merges.push(entry);
            return false;
        }
        const first = seen.get(entry.key.text);
        if (first === undefined)
            seen.set(entry.key.text, entry.key);
        else
            events.duplicate(entry.key, first);
        return first === undefined;
    });
    for (const { key, value } of merges) {
        const sources = value.kind === 'sequence' ? value.items : [value];
        for (const source of sources) {
            if (source.kind !== 'mapping')
                events.notMapping(key);
            else
                for (const entry of source.entries)
                    mergeEntry(entry);
        }
        function mergeEntry(entry) {
            if (seen.has(entry.key.text))
                return;
            seen.set(entry.key.text, entry.key);
            node.entries.push(entry);
            events.merged(entry.value, key);
        }
    }
}
/** So many fields are compared faster with each other than by a table. */
const FEW = 8;
/** Few fields, no two of one name, and no `<<`: most mappings, and nothing to be done. */
function isPlain({ entries }) {
    if (entries.length > FEW)
        return false;
    for (let index = 0; index < entries.length; index++) {
        const key = entries[index]?.key;
        if (key?.plain && key.text === '<<')
            return false;
        for (let before = 0; before < index; before++)
            if (entries[before]?.key.text === key?.text)
                return false;
    }
    return true;
}

// EXTERNAL MODULE: ./lib/desired/tree.js
var tree = __webpack_require__(6984);
// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
;// CONCATENATED MODULE: ./lib/desired/yaml-mistakes.js
// What YAML allows and a document does not: tags, names that are no texts, aliases without bound, texts that nobody can store.


/** Nesting beyond this is a mistake or an attack, aliases included. */
const MAX_DEPTH = 100;
/** What aliases and `<<` of all documents of a project may expand to, in nodes. */
const MAX_EXPANSION = 1_000_000;
const NO_NAME = {
    code: 'wrong-type',
    message: 'A mapping or a list cannot be the name of a field.',
};
const NO_MAPPING = {
    code: 'wrong-type',
    message: '`<<` takes an alias of a mapping, or a list of such aliases.',
};
const TOO_DEEP = {
    code: 'alias-expansion',
    message: `Aliases nest more than ${MAX_DEPTH} levels deep.`,
};
const TOO_LARGE = {
    code: 'alias-expansion',
    message: `The aliases of the documents up to here expand to more than ${(0,counted/* withCommas */.r)(MAX_EXPANSION)} nodes.`,
    hint: 'Write the values out.',
};
/** An alias without an anchor. Its name is not shown: it may be a password that begins with `*`. */
function aliasMistake(name, { isOpen }) {
    const message = isOpen
        ? 'This alias stands inside the very thing that it names.'
        : 'To YAML this is an alias, and there is no anchor of its name.';
    const hint = (0,hints/* contextHint */.j)(`*${name}`) ?? 'If it is a text, put it in quotes.';
    return { code: 'yaml-alias', message, hint };
}
function tagMistake(tag) {
    if (tag === '!!str' || tag === '!')
        return undefined;
    return {
        code: 'yaml-tag',
        message: 'To YAML this is a tag, and it has no meaning here.',
        hint: 'If it is a text, put it in quotes; otherwise leave the tag out: every scalar is read as it is written.',
    };
}
/** Of what escapes stand for. */
function textMistakes(text) {
    const mistakes = [];
    if (text.includes('\0')) {
        mistakes.push({
            code: 'bad-text',
            message: 'This text holds a NUL character (\\0), which the server cannot store.',
            hint: 'Take it out.',
        });
    }
    if (/[\uD800-\uDFFF]/u.test(text)) {
        mistakes.push({
            code: 'bad-text',
            message: 'This text holds half of a surrogate pair, which is no character.',
            hint: 'Write both halves, or take it out.',
        });
    }
    return mistakes;
}

;// CONCATENATED MODULE: ./lib/desired/compose.js
// Events of js-yaml → trees. Aliases share the node they name, so nothing is expanded; what it would be is counted.







/** Stands where a mapping or a list was written for a key: reported, and left out with its value. */
const NO_KEY = { kind: 'scalar', text: '', plain: false, offset: 0 };
class Composer {
    #source;
    #report;
    #expansion;
    #stack = [];
    /** The key that waits for its value, for each open mapping. */
    #keys = [];
    #anchors = new Anchors();
    #unbounded = false;
    #documents = [];
    constructor(source, { report, expansion }) {
        this.#source = source;
        this.#report = report;
        this.#expansion = expansion;
    }
    compose(events) {
        for (const event of events) {
            if (event.type === js_yaml/* EVENT_ID */.hy.DOCUMENT)
                this.#anchors = new Anchors();
            else if (event.type === js_yaml/* EVENT_ID */.hy.POP)
                this.#close();
            else if (event.type === js_yaml/* EVENT_ID */.hy.SCALAR)
                this.#scalar(event);
            else if (event.type === js_yaml/* EVENT_ID */.hy.ALIAS)
                this.#alias(event.anchorStart, event.anchorEnd);
            else
                this.#open(event);
        }
        // What expands without bound must not be walked.
        return this.#unbounded ? [] : this.#documents.filter((node) => !(0,tree/* isNothing */.qv)(node));
    }
    #open(event) {
        this.#checkTag(event.tagStart, event.tagEnd);
        const shape = { offset: event.start, size: 1, depth: 1 };
        const node = event.type === js_yaml/* EVENT_ID */.hy.MAPPING
            ? { kind: 'mapping', entries: [], ...shape }
            : { kind: 'sequence', items: [], ...shape };
        if (event.anchorStart >= 0)
            this.#anchors.begin(this.#source.text.slice(event.anchorStart, event.anchorEnd), node);
        this.#stack.push(node);
        this.#keys.push(undefined);
    }
    #close() {
        const node = this.#stack.pop();
        if (node === undefined)
            return;
        const key = this.#keys.pop();
        if (node.kind === 'mapping') {
            if (key !== undefined)
                this.#place(node, key, { kind: 'scalar', text: '', plain: true, offset: key.offset });
            this.#finishMapping(node);
        }
        this.#anchors.end(node);
        this.#add(node);
    }
    #scalar(event) {
        this.#checkTag(event.tagStart, event.tagEnd);
        const parent = this.#stack.at(-1);
        const quoted = event.style === js_yaml/* SCALAR_STYLE */.jK.SINGLE_QUOTED || event.style === js_yaml/* SCALAR_STYLE */.jK.DOUBLE_QUOTED;
        const node = {
            kind: 'scalar',
            text: event.valueStart < 0 ? '' : (0,js_yaml/* getScalarValue */.KE)(this.#source.text, event),
            plain: event.style === js_yaml/* SCALAR_STYLE */.jK.PLAIN && event.tagStart < 0,
            offset: event.valueStart < 0
                ? (this.#keys.at(-1)?.offset ?? parent?.offset ?? 0)
                : event.valueStart - (quoted ? 1 : 0),
        };
        // Only there can an escape make what no file can hold.
        if (event.style === js_yaml/* SCALAR_STYLE */.jK.DOUBLE_QUOTED && !event.fast)
            for (const mistake of textMistakes(node.text))
                this.#error(node.offset, mistake);
        if (event.anchorStart >= 0)
            this.#anchors.set(this.#source.text.slice(event.anchorStart, event.anchorEnd), node);
        this.#add(node);
    }
    #alias(start, end) {
        const name = this.#source.text.slice(start, end);
        const target = this.#anchors.get(name);
        if (target === undefined) {
            this.#error(start - 1, aliasMistake(name, { isOpen: this.#anchors.isBegun(name) }));
            this.#add({ kind: 'scalar', text: '', plain: false, offset: start - 1 });
            return;
        }
        this.#expand((0,tree/* sizeOf */.$d)(target), start - 1);
        this.#add(target);
    }
    #expand(nodes, offset) {
        const before = this.#expansion.nodes;
        this.#expansion.nodes += nodes;
        if (this.#expansion.nodes <= MAX_EXPANSION)
            return;
        this.#unbounded = true;
        if (before <= MAX_EXPANSION)
            this.#error(offset, TOO_LARGE);
    }
    #add(node) {
        const parent = this.#stack.at(-1);
        if (parent === undefined) {
            this.#documents.push(node);
        }
        else if (parent.kind === 'sequence') {
            parent.items.push(node);
            this.#grow(parent, node);
        }
        else {
            this.#addToMapping(parent, node);
        }
    }
    #addToMapping(parent, node) {
        const last = this.#keys.length - 1;
        const key = this.#keys[last];
        if (key !== undefined) {
            this.#keys[last] = undefined;
            this.#place(parent, key, node);
        }
        else if (node.kind === 'scalar') {
            this.#keys[last] = node;
        }
        else {
            this.#error(node.offset, NO_NAME);
            this.#keys[last] = NO_KEY;
        }
    }
    #place(parent, key, value) {
        if (key === NO_KEY)
            return;
        parent.entries.push({ key, value });
        this.#grow(parent, value);
    }
    #grow(parent, child) {
        // Capped, so that neither number loses precision however much aliases multiply.
        parent.size = Math.min(parent.size + (0,tree/* sizeOf */.$d)(child), MAX_EXPANSION * 2);
        const depth = (0,tree/* depthOf */.d1)(child) + 1;
        if (depth <= parent.depth)
            return;
        if (depth > MAX_DEPTH && parent.depth <= MAX_DEPTH && (0,tree/* depthOf */.d1)(child) <= MAX_DEPTH) {
            this.#unbounded = true;
            this.#error(child.offset, TOO_DEEP);
        }
        parent.depth = depth;
    }
    #finishMapping(node) {
        finishMapping(node, {
            duplicate: (key, first) => this.#report({
                severity: 'error',
                code: 'duplicate-field',
                message: `\`${(0,hints/* cut */.J)(key.text)}\` stands here for the second time.`,
                place: new place/* Place */.Y(this.#source, key.offset),
                related: new place/* Place */.Y(this.#source, first.offset),
            }),
            notMapping: (at) => this.#error(at.offset, NO_MAPPING),
            merged: (value, at) => {
                this.#grow(node, value);
                this.#expand((0,tree/* sizeOf */.$d)(value), at.offset);
            },
        });
    }
    #checkTag(start, end) {
        const mistake = start < 0 ? undefined : tagMistake(this.#source.text.slice(start, end));
        if (mistake !== undefined)
            this.#error(start, mistake);
    }
    #error(offset, mistake) {
        this.#report({ severity: 'error', ...mistake, place: new place/* Place */.Y(this.#source, offset) });
    }
}

;// CONCATENATED MODULE: ./lib/desired/parse.js
// Text → trees. js-yaml reports events with offsets; the tree is built from them, sharing what aliases name.





/**
 * The documents of a text, those that hold nothing left out. JSON is read by the same rules.
 * A text that is no YAML is reported once, where reading stopped, and gives no documents.
 *
 * @param expansion of the documents that were read before, and are kept beside these
 */
function parseTrees(source, report, expansion = { nodes: 0 }) {
    let events;
    try {
        events = (0,js_yaml/* parseEvents */.PH)(source.text, { maxDepth: MAX_DEPTH });
    }
    catch (error) {
        if (!(error instanceof js_yaml/* YAMLException */.tB))
            throw error;
        reportSyntax(source, error, report);
        return [];
    }
    return new Composer(source, { report, expansion }).compose(events);
}
function reportSyntax(source, error, report) {
    const offset = Math.min(error.mark?.position ?? 0, source.text.length);
    const hint = syntaxHint(error.reason, lineAround(source.text, offset));
    report({
        severity: 'error',
        code: 'yaml-syntax',
        // What follows may be a piece of the text, and that a password.
        message: `This is not valid YAML: ${error.reason.split(/:(?!')|"/, 1)[0]?.trim()}.`,
        place: new place/* Place */.Y(source, offset),
        ...(hint === undefined ? {} : { hint }),
    });
}
/** How much of a line the hint is worth on either side: the search in it is quadratic. */
const NEAR = 100;
function lineAround(text, offset) {
    const before = text
        .slice(Math.max(0, offset - NEAR), offset)
        .split('\n')
        .at(-1) ?? '';
    return before + (text.slice(offset, offset + NEAR).split('\n', 1)[0] ?? '');
}
function syntaxHint(reason, line) {
    if (/\btab/.test(reason) || /^ *\t/.test(line))
        return 'Indent with blanks: YAML does not allow tabs there.';
    if (/flow/.test(reason) && /[*\w./-]\{/.test(line))
        return 'Between [ and ], a text that holds { or a comma needs quotes.';
    const alias = /(?:^|[\s{[,])(\*[^\s,\]}]*;[^\s,\]}:]*|\*(?=:))/.exec(line)?.[1];
    return alias === undefined ? undefined : (0,hints/* contextHint */.j)(alias);
}


/***/ }),

/***/ 4501:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _6: () => (/* binding */ decodeUtf8),
/* harmony export */   _o: () => (/* binding */ filesInMemory),
/* harmony export */   o1: () => (/* binding */ resolvePath)
/* harmony export */ });
/* harmony import */ var _glob_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9327);

/** Files held in memory, as a baseline's are. */
function filesInMemory(files) {
    return {
        display: (path) => path,
        list: (globs) => {
            const paths = [...files.keys()].filter((0,_glob_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .matcher */ .jN)(globs)).sort();
            return { paths, problems: [], unmatched: (0,_glob_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .unmatched */ .Gv)(globs, paths) };
        },
        read: (path) => {
            const bytes = files.get(path);
            if (bytes !== undefined)
                return { bytes };
            return { problem: { code: 'file-missing', message: `There is no file ${path}.` } };
        },
    };
}
/** `content/a.txt` named in `config/x.yaml` → `config/content/a.txt`; `undefined` when that leaves the root. */
function resolvePath(document, reference) {
    if (reference.startsWith('/') || /^[a-zA-Z]:/.test(reference))
        return undefined;
    const parts = document.split('/').slice(0, -1);
    for (const part of reference.split('/')) {
        if (part === '' || part === '.')
            continue;
        if (part !== '..')
            parts.push(part);
        else if (parts.pop() === undefined)
            return undefined;
    }
    return parts.length === 0 ? undefined : parts.join('/');
}
/** The text of UTF-8 bytes, or the line of the first bytes that are none. */
function decodeUtf8(bytes) {
    try {
        return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
    }
    catch {
        return { line: firstBadLine(bytes) };
    }
}
function firstBadLine(bytes) {
    let line = 1;
    for (let start = 0; start < bytes.length; line++) {
        const found = bytes.indexOf(10, start);
        const end = found === -1 ? bytes.length : found;
        try {
            new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end));
        }
        catch {
            return line;
        }
        start = end + 1;
    }
    return line;
}


/***/ }),

/***/ 4408:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  B: () => (/* binding */ workTreeFiles)
});

// UNUSED EXPORTS: MAX_FILE_BYTES

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./lib/desired/glob-paths.js
var glob_paths = __webpack_require__(9327);
;// CONCATENATED MODULE: ./lib/desired/real-path.js
// [edge] Where a path of the project leads, links followed: inside the root and outside of Git's folder, or a problem.


function realPath(root, path) {
    try {
        const real = (0,external_node_fs_.realpathSync)((0,external_node_path_.join)(root, path));
        const inside = (0,external_node_path_.relative)((0,external_node_fs_.realpathSync)(root), real);
        // Git keeps credentials in there, and no configuration.
        if (inside.split(external_node_path_.sep).some((part) => part.toLowerCase() === '.git')) {
            return problem('outside-root', `${path} lies in Git's own folder.`, 'Name a file of the project.');
        }
        if (!inside.startsWith('..') && !(0,external_node_path_.isAbsolute)(inside))
            return { path: real };
        return problem('outside-root', `${path} is a symbolic link that leads out of the project's folder.`, 'Put the file itself into the project.');
    }
    catch (error) {
        const code = errorCode(error);
        if (code === 'ENOENT')
            return problem('file-missing', missingMessage(root, path));
        return problem('file-unreadable', `${path} cannot be read (${code}).`);
    }
}
function missingMessage(root, path) {
    return isLink(root, path) ? `${path} is a symbolic link to nothing.` : `There is no file ${path}.`;
}
function isLink(root, path) {
    try {
        return ((0,external_node_fs_.lstatSync)((0,external_node_path_.join)(root, path)).isSymbolicLink() ||
            (0,external_node_fs_.realpathSync)((0,external_node_path_.join)(root, path)) !== (0,external_node_path_.join)((0,external_node_fs_.realpathSync)(root), path));
    }
    catch {
        return false;
    }
}
function folderProblem(path) {
    return problem('not-a-file', `${path} is a folder, not a file.`);
}
function isDirectory(path) {
    try {
        return (0,external_node_fs_.statSync)(path).isDirectory();
    }
    catch {
        return false;
    }
}
function problem(code, message, hint) {
    return { problem: { code, message, ...(hint === undefined ? {} : { hint }) } };
}
function errorCode(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

;// CONCATENATED MODULE: ./lib/desired/search.js
// [edge] The search for files below the project's root: it never leaves it, and no maze of links holds it up.



/** Every file and folder of the folders that are searched. */
function search(root, { guard, isSearched }) {
    const paths = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        for (const entry of guard.read((0,external_node_path_.join)(root, folder))) {
            const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
            paths.push(path);
            const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && isDirectory((0,external_node_path_.join)(root, path)));
            if (isFolder && isSearched(path))
                folders.push(path);
        }
    }
    return paths;
}
/** More folders than this behind symbolic links are a maze: links to links double with every level. */
const MAX_LINKED_FOLDERS = 1000;
/** Keeps a search from leaving the root, from walking in circles, and from getting lost among links. */
class SearchGuard {
    problems = [];
    #root;
    #linked = 0;
    constructor(root) {
        this.#root = root;
    }
    read(path) {
        return this.#mayEnter(path) ? (0,external_node_fs_.readdirSync)(path, { withFileTypes: true }) : [];
    }
    #mayEnter(path) {
        const shown = (0,external_node_path_.relative)(this.#root, path).split(external_node_path_.sep).join('/');
        const real = realPath(this.#root, shown);
        if ('problem' in real) {
            // A glob with `**` leads everywhere; only what a link leads to would have been searched.
            if (real.problem.code === 'outside-root' && isLink(this.#root, shown))
                this.problems.push({ path: shown, ...real.problem });
            return false;
        }
        if (!isLink(this.#root, shown))
            return true;
        for (let above = (0,external_node_path_.dirname)(shown); above !== '.'; above = (0,external_node_path_.dirname)(above)) {
            if ((0,external_node_fs_.realpathSync)((0,external_node_path_.join)(this.#root, above)) === real.path)
                return false;
        }
        if (real.path === (0,external_node_fs_.realpathSync)(this.#root))
            return false;
        this.#linked++;
        if (this.#linked === MAX_LINKED_FOLDERS + 1) {
            const message = `More than ${MAX_LINKED_FOLDERS} folders are reached through symbolic links.`;
            this.problems.push({
                path: shown,
                ...problem('file-unreadable', message, 'Remove links to folders.').problem,
            });
        }
        return this.#linked <= MAX_LINKED_FOLDERS;
    }
}

;// CONCATENATED MODULE: ./lib/desired/read-files.js
// [edge] The work tree as ProjectFiles: regular files inside the project's root, symbolic links followed only within it.






/** A document or a content file larger than this is refused: a configuration server holds no such thing. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
/**
 * @param root folder of the project file
 * @param shownFrom folder that places are shown relative to, normally the working directory
 */
function workTreeFiles(root, shownFrom) {
    const prefix = (0,external_node_path_.relative)(shownFrom, root).split(external_node_path_.sep).join('/');
    return {
        display: (path) => (prefix === '' ? path : `${prefix}/${path}`),
        list: (globs) => list(root, globs),
        read: (path) => read(root, path),
    };
}
function list(root, globs) {
    const { includes } = (0,glob_paths/* expanded */.sz)(globs);
    const guard = new SearchGuard(root);
    let paths;
    try {
        paths = search(root, { guard, isSearched: (0,glob_paths/* searcher */.om)(globs) });
    }
    catch (error) {
        const message = `The folder cannot be searched for documents (${errorCode(error)}).`;
        return { paths: [], problems: [{ path: '.', code: 'file-unreadable', message }], unmatched: [] };
    }
    // A document that is named outright and is not there must not look like one that was removed.
    const named = (0,glob_paths/* expanded */.sz)(globs.filter(glob_paths/* isLiteral */.c$)).includes;
    // Also where no glob leads into their folder.
    const literals = includes.filter((path) => (0,glob_paths/* isLiteral */.c$)(path) && (0,external_node_fs_.existsSync)((0,external_node_path_.join)(root, path)));
    const matched = [...new Set([...paths, ...named, ...literals])].filter((0,glob_paths/* matcher */.jN)(globs));
    const { paths: documents, problems } = read_files_select(root, matched, new Set(named));
    const files = matched.filter((path) => !isDirectory((0,external_node_path_.join)(root, path)));
    return { paths: documents, problems: [...problems, ...guard.problems], unmatched: (0,glob_paths/* unmatched */.Gv)(globs, files) };
}
function read_files_select(root, paths, named) {
    const byFile = new Map();
    const problems = [];
    for (const path of paths.sort(diagnostic/* compareText */.n6)) {
        const real = realPath(root, path);
        if ('problem' in real)
            problems.push({ path, ...real.problem });
        else if (isDirectory(real.path)) {
            if (named.has(path))
                problems.push({ path, ...folderProblem(path).problem });
        }
        // A link to a document that is matched itself is the same document, not a second one.
        else if (!byFile.has(real.path) || !isLink(root, path))
            byFile.set(real.path, path);
    }
    return { paths: [...byFile.values()].sort(diagnostic/* compareText */.n6), problems };
}
function read(root, path) {
    const real = realPath(root, path);
    if ('problem' in real)
        return real;
    let file;
    try {
        // What is looked at is what is read, even if somebody puts a link or a pipe there in between.
        file = (0,external_node_fs_.openSync)(real.path, external_node_fs_.constants.O_RDONLY | (external_node_fs_.constants.O_NOFOLLOW ?? 0) | (external_node_fs_.constants.O_NONBLOCK ?? 0));
        const stat = (0,external_node_fs_.fstatSync)(file);
        if (stat.isDirectory())
            return folderProblem(path);
        if (!stat.isFile())
            return problem('not-a-file', `${path} is not a regular file.`);
        if (stat.size > MAX_FILE_BYTES)
            return problem('file-unreadable', `${path} is larger than 256 MiB.`);
        return { bytes: (0,external_node_fs_.readFileSync)(file) };
    }
    catch (error) {
        // A socket cannot even be opened.
        if (errorCode(error) === 'ENXIO')
            return problem('not-a-file', `${path} is not a regular file.`);
        return problem('file-unreadable', `${path} cannot be read (${errorCode(error)}).`);
    }
    finally {
        if (file !== undefined)
            (0,external_node_fs_.closeSync)(file);
    }
}


/***/ }),

/***/ 6984:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $d: () => (/* binding */ sizeOf),
/* harmony export */   aB: () => (/* binding */ toJson),
/* harmony export */   d1: () => (/* binding */ depthOf),
/* harmony export */   kZ: () => (/* binding */ isNull),
/* harmony export */   qv: () => (/* binding */ isNothing)
/* harmony export */ });
// The tree of a YAML or JSON text: mappings, sequences and scalars with their source text and offset.
const NULLS = new Set(['null', 'Null', 'NULL', '~']);
/** `null` or `~`, written out. */
function isNull(node) {
    return node.kind === 'scalar' && node.plain && NULLS.has(node.text);
}
/** Nothing at all behind the colon. */
function isNothing(node) {
    return node.kind === 'scalar' && node.plain && node.text === '';
}
/** So many characters of a scalar count as one node more: long texts must not be multiplied without bound either. */
const CHARACTERS_PER_NODE = 100;
/** Number of nodes as if every alias were written out: the measure of what a document expands to. */
function sizeOf(node) {
    return node.kind === 'scalar' ? 1 + Math.floor(node.text.length / CHARACTERS_PER_NODE) : node.size;
}
function depthOf(node) {
    return node.kind === 'scalar' ? 0 : node.depth;
}
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/**
 * Compact JSON of a native value. JSON numbers (as written), booleans and null stay what they are,
 * every other scalar is text.
 */
function toJson(node, sorted = false) {
    if (node.kind === 'scalar')
        return scalarToJson(node);
    if (node.kind === 'sequence')
        return `[${node.items.map((item) => toJson(item, sorted)).join(',')}]`;
    const members = node.entries.map(({ key, value }) => [key.text, `${JSON.stringify(key.text)}:${toJson(value, sorted)}`]);
    if (sorted)
        members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${members.map(([, text]) => text).join(',')}}`;
}
function scalarToJson(node) {
    if (!node.plain)
        return JSON.stringify(node.text);
    if (isNull(node) || isNothing(node))
        return 'null';
    if (node.text === 'true' || node.text === 'false' || JSON_NUMBER.test(node.text))
        return node.text;
    return JSON.stringify(node.text);
}


/***/ }),

/***/ 8661:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K3: () => (/* binding */ isCipher),
/* harmony export */   Sg: () => (/* binding */ opened),
/* harmony export */   Yc: () => (/* binding */ decrypt),
/* harmony export */   d1: () => (/* binding */ CIPHERS),
/* harmony export */   l8: () => (/* binding */ isSealOf),
/* harmony export */   rQ: () => (/* binding */ looksSealed),
/* harmony export */   w: () => (/* binding */ encrypt)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _vdt_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2783);
// The ciphers of security groups (behaviour.md, 12.3). They are deterministic: what the server stores can be worked out here.


/** As the server writes them in its answers. */
const CIPHERS = [
    'AES/CBC/PKCS5Padding',
    'AES/ECB/PKCS5Padding',
    'DES/CBC/PKCS5Padding',
    'DES/ECB/PKCS5Padding',
    'DESede/CBC/PKCS5Padding',
    'DESede/ECB/PKCS5Padding',
];
function isCipher(text) {
    return CIPHERS.includes(text);
}
const ALGORITHMS = {
    'AES/CBC/PKCS5Padding': { name: 'aes-128-cbc', keyBytes: 16, times: 1, vectorBytes: 16 },
    'AES/ECB/PKCS5Padding': { name: 'aes-128-ecb', keyBytes: 16, times: 1, vectorBytes: 0 },
    'DES/CBC/PKCS5Padding': { name: 'des-ede3-cbc', keyBytes: 8, times: 3, vectorBytes: 8 },
    'DES/ECB/PKCS5Padding': { name: 'des-ede3', keyBytes: 8, times: 3, vectorBytes: 0 },
    'DESede/CBC/PKCS5Padding': { name: 'des-ede3-cbc', keyBytes: 24, times: 1, vectorBytes: 8 },
    'DESede/ECB/PKCS5Padding': { name: 'des-ede3', keyBytes: 24, times: 1, vectorBytes: 0 },
};
/** Bytes; of DES and DESede. */
const SMALLEST_BLOCK = 8;
/** What the server stores for a text. Blanks alone are lost: they are encrypted as the empty text. */
function encrypt(text, { cipher, password }) {
    const { name, key, vector } = prepared(cipher, password);
    const encipher = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createCipheriv)(name, key, vector);
    const clear = (0,_vdt_js__WEBPACK_IMPORTED_MODULE_1__/* .javaTrim */ .D9)(text) === '' ? '' : text;
    return Buffer.concat([encipher.update(clear, 'utf8'), encipher.final()]).toString('base64');
}
/** `undefined`: this is no cipher text of that password. */
function decrypt(text, { cipher, password }) {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length === 0)
        return '';
    const { name, key, vector } = prepared(cipher, password);
    try {
        const decipher = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createDecipheriv)(name, key, vector);
        return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8');
    }
    catch {
        return undefined;
    }
}
/** Whether a text can be what a cipher gave: whole blocks, in base64. Hardly a clear text is. */
function looksSealed(text) {
    const bytes = Buffer.from(text, 'base64');
    return bytes.length > 0 && bytes.length % SMALLEST_BLOCK === 0 && bytes.toString('base64') === text;
}
/** Whether the server may show `sealed` for the clear text. A read does not say which cipher a group has. */
function isSealOf(sealed, { clear, password }) {
    return CIPHERS.some((cipher) => encrypt(clear, { cipher, password }) === sealed);
}
/** The clear text, whichever the cipher. `undefined`: no cipher gives this text with that password. */
function opened(sealed, password) {
    if (!looksSealed(sealed))
        return undefined;
    return CIPHERS.map((cipher) => ({ cipher, clear: decrypt(sealed, { cipher, password }) })).find(
    // Garbage that happens to be padded well does not come back as the same bytes.
    ({ cipher, clear }) => clear !== undefined && encrypt(clear, { cipher, password }) === sealed)?.clear;
}
/** The key is the low byte of each character, padded with zeros or cut. */
function prepared(cipher, password) {
    const { name, keyBytes, times, vectorBytes } = ALGORITHMS[cipher];
    const once = Buffer.alloc(keyBytes);
    once.write(password, 'latin1');
    const key = Buffer.concat(Array(times).fill(once));
    return { name, key, vector: vectorBytes === 0 ? null : Buffer.alloc(vectorBytes) };
}


/***/ }),

/***/ 4778:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  FX: () => (/* binding */ globTest),
  nd: () => (/* binding */ isTestable),
  hQ: () => (/* binding */ patternTest)
});

// EXTERNAL MODULE: ./node_modules/micromatch/index.js
var micromatch = __webpack_require__(8785);
;// CONCATENATED MODULE: ./lib/model/linear-parse.js
// The syntax of regular expressions as a tree: what globs are turned into, and nothing that needs memory of what matched.
/** Something that cannot be matched in linear time, or that no glob is turned into. */
class Unsupported extends Error {
}
/** Deeper groups come from nobody who means well. */
const MAX_GROUPS = 50;
function parseRegExp({ source, flags }) {
    return new Parser(source, flags).whole();
}
class Parser {
    #source;
    #flags;
    #at = 0;
    #depth = 0;
    constructor(source, flags) {
        this.#source = source;
        this.#flags = flags;
    }
    whole() {
        const tree = this.#choice();
        if (this.#at < this.#source.length)
            throw new Unsupported('a closing bracket');
        return tree;
    }
    #choice() {
        if (++this.#depth > MAX_GROUPS)
            throw new Unsupported('too many groups');
        const parts = [this.#sequence()];
        while (this.#takes('|'))
            parts.push(this.#sequence());
        this.#depth--;
        return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
    }
    #sequence() {
        const parts = [];
        while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at)))
            parts.push(this.#quantified(this.#atom()));
        return { kind: 'sequence', parts };
    }
    #quantified(part) {
        const found = this.#match(/(?:([*+?])|\{(\d{1,3})(,?)(\d{0,3})\})\??/y);
        if (found === undefined)
            return part;
        const [, sign, from = '', comma, to] = found;
        if (sign !== undefined) {
            const [least, most] = sign === '?' ? [0, 1] : [sign === '+' ? 1 : 0, Number.POSITIVE_INFINITY];
            return { kind: 'repeat', part, least, most };
        }
        const least = Number(from);
        const most = to ? Number(to) : comma ? Number.POSITIVE_INFINITY : least;
        return { kind: 'repeat', part, least, most };
    }
    #atom() {
        if (this.#takes('^'))
            return { kind: 'start' };
        if (this.#takes('$'))
            return { kind: 'end' };
        if (this.#takes('(?='))
            return { kind: 'ahead', part: this.#group(), isNegative: false };
        if (this.#takes('(?!'))
            return { kind: 'ahead', part: this.#group(), isNegative: true };
        if (this.#takes('(?:'))
            return this.#group();
        if (this.#takes('(?'))
            throw new Unsupported('a group with a mark of its own');
        if (this.#takes('('))
            return this.#group();
        return this.#unit();
    }
    #group() {
        const tree = this.#choice();
        if (!this.#takes(')'))
            throw new Unsupported('an open bracket');
        return tree;
    }
    /** The engine says what it fits: of one unit it cannot take long. */
    #unit() {
        const [text = ''] = this.#match(/\[(?:[^\]\\]|\\.)*\]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)|./sy) ?? [];
        if (/^\\[\dbBckpP]$/.test(text))
            throw new Unsupported('a reference');
        if (text === '[^/]')
            return { kind: 'unit', fits: (unit) => unit !== '/' };
        const itself = /^(?:([\w/-])|\\([!-/:-@[-`{-~]))$/.exec(text);
        const unescaped = itself?.[1] ?? itself?.[2];
        if (unescaped !== undefined)
            return this.#flags.includes('i')
                ? eitherCase(unescaped)
                : { kind: 'unit', fits: (unit) => unit === unescaped };
        const pattern = new RegExp(`^(?:${text})$`, this.#flags);
        return { kind: 'unit', fits: (unit) => pattern.test(unit) };
    }
    #takes(text) {
        if (!this.#source.startsWith(text, this.#at))
            return false;
        this.#at += text.length;
        return true;
    }
    #match(pattern) {
        pattern.lastIndex = this.#at;
        const found = pattern.exec(this.#source) ?? undefined;
        this.#at += found?.[0].length ?? 0;
        return found;
    }
}
function eitherCase(letter) {
    const [small, capital] = [letter.toLowerCase(), letter.toUpperCase()];
    return { kind: 'unit', fits: (unit) => unit === small || unit === capital };
}

;// CONCATENATED MODULE: ./lib/model/linear-match.js
// Matching a regular expression in steps that grow with the text, whatever it is: all ways are followed at once.

/** Repetitions are written out. */
const MAX_STEPS = 20_000;
/**
 * A test like `RegExp.test` for an expression that begins with `^`. The engine's own tries one way after the other,
 * which for `(a+)+b` and thirty letters takes for ever. Throws {@link Unsupported}.
 */
function linearTest(pattern) {
    const steps = compiled(parseRegExp(pattern));
    return (text) => matches(steps, { text, from: 0, known: new Map() });
}
function compiled(tree) {
    const steps = [];
    add(tree, steps);
    steps.push({ kind: 'done' });
    return steps;
}
/** The steps of a tree go on at the step behind the last of them. */
function add(tree, steps) {
    if (steps.length > MAX_STEPS)
        throw new Unsupported('too many repetitions');
    if (tree.kind === 'sequence')
        for (const part of tree.parts)
            add(part, steps);
    else if (tree.kind === 'choice')
        addChoice(tree.parts, steps);
    else if (tree.kind === 'repeat')
        addRepeat(tree, steps);
    else if (tree.kind === 'ahead')
        steps.push({ kind: 'ahead', steps: compiled(tree.part), isNegative: tree.isNegative });
    else
        steps.push(tree);
}
function addChoice(parts, steps) {
    const begin = { kind: 'either', ways: [] };
    steps.push(begin);
    const ends = parts.map((part) => {
        begin.ways.push(steps.length);
        add(part, steps);
        const end = { kind: 'either', ways: [] };
        steps.push(end);
        return end;
    });
    for (const end of ends)
        end.ways.push(steps.length);
}
function addRepeat({ part, least, most }, steps) {
    for (let i = 0; i < least; i++)
        add(part, steps);
    const again = most === Number.POSITIVE_INFINITY;
    const leaving = [];
    for (let i = 0; i < (again ? 1 : most - least); i++) {
        const begin = steps.length;
        const ways = [begin + 1];
        steps.push({ kind: 'either', ways });
        add(part, steps);
        if (again)
            steps.push({ kind: 'either', ways: [begin] });
        leaving.push(ways);
    }
    for (const ways of leaving)
        ways.push(steps.length);
}
function matches(steps, { text, from, known }) {
    const last = steps.length - 1;
    /** For each step, behind how many units it was last reached; one more, because 0 is nowhere. */
    const seen = new Uint32Array(steps.length);
    let places = reached([0], { steps, seen, run: { text, from, known } });
    for (let at = from; places.length > 0; at++) {
        if (seen[last] === at + 1)
            return true;
        if (at >= text.length)
            return false;
        const unit = text.charAt(at);
        const next = [];
        for (const place of places) {
            const step = steps[place];
            if (step?.kind === 'unit' && step.fits(unit))
                next.push(place + 1);
        }
        places = reached(next, { steps, seen, run: { text, from: at + 1, known } });
    }
    return false;
}
/** Every step that is reached without taking a unit, each once; `open` is used up. */
function reached(open, { steps, seen, run }) {
    const places = [];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
        if (seen[place] === run.from + 1)
            continue;
        seen[place] = run.from + 1;
        const step = steps[place];
        if (step?.kind === 'unit' || step?.kind === 'done')
            places.push(place);
        else if (step?.kind === 'either')
            for (const way of step.ways)
                open.push(way);
        else if (step !== undefined && goesOn(step, run))
            open.push(place + 1);
    }
    return places;
}
function goesOn(step, { text, from, known }) {
    if (step.kind === 'start')
        return from === 0;
    if (step.kind === 'end')
        return from === text.length;
    if (step.kind !== 'ahead')
        return false;
    const answers = known.get(step.steps) ?? [];
    known.set(step.steps, answers);
    const answer = answers[from] ?? matches(step.steps, { text, from, known });
    answers[from] = answer;
    return answer !== step.isNegative;
}

;// CONCATENATED MODULE: ./lib/model/glob.js
// Globs as tests of names and paths: by the syntax of micromatch, in time that never explodes, whatever the glob.



/** Two `*` and one list of alternatives: there the engine tries no more than each pair of places, for each of them. */
function isSimple(glob) {
    const stars = glob.match(/\*+/g)?.length ?? 0;
    return stars <= 2 && !/[()[\]+!@\\]/.test(glob) && glob.indexOf('{') === glob.lastIndexOf('{');
}
/** Names of keys and elements, and paths on the server. A glob that is none matches its own text. */
function globTest(glob, options) {
    const test = patternTest(glob, { dot: true, ...options });
    return (text) => text !== '' && (text === glob || test(text));
}
/** A glob with nothing but the meaning of its regular expression. */
function patternTest(glob, options) {
    const pattern = micromatch.makeRe(glob, options);
    if (isSimple(glob))
        return (text) => pattern.test(text);
    try {
        return linearTest(pattern);
    }
    catch (error) {
        if (error instanceof Unsupported)
            return () => false;
        throw error;
    }
}
/** Whether all that it says can be tested in linear time. */
function isTestable(glob) {
    try {
        linearTest(micromatch.makeRe(glob, { dot: true }));
        return true;
    }
    catch (error) {
        if (error instanceof Unsupported)
            return false;
        throw error;
    }
}


/***/ }),

/***/ 6946:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ar: () => (/* binding */ compactJson),
/* harmony export */   OW: () => (/* binding */ isJsonObject),
/* harmony export */   WP: () => (/* binding */ JsonNumber)
/* harmony export */ });
// JSON as the server holds it, numbers as they were written: its nodes, and its compact text.
/** A number by its text, because `1.50` and `1e3` must survive. */
class JsonNumber {
    literal;
    constructor(literal) {
        this.literal = literal;
    }
}
function isJsonObject(node) {
    return typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof JsonNumber);
}
/** Strict and compact, members in order, numbers as written. */
function compactJson(node) {
    if (node === null || typeof node === 'boolean')
        return String(node);
    if (typeof node === 'string')
        return quoted(node);
    if (node instanceof JsonNumber)
        return node.literal;
    if (Array.isArray(node))
        return `[${node.map(compactJson).join(',')}]`;
    return `{${Array.from(node, ([name, member]) => `${quoted(name)}:${compactJson(member)}`).join(',')}}`;
}
/** Quotes as the server does: lone surrogates stay, U+2028 and U+2029 are escaped. */
function quoted(text) {
    const inner = text.replace(/["\\\u0000-\u001f\u2028\u2029]/g, (character) => {
        return SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
    return `"${inner}"`;
}
const SHORT_ESCAPES = {
    '"': '\\"',
    '\\': '\\\\',
    '\t': '\\t',
    '\b': '\\b',
    '\n': '\\n',
    '\r': '\\r',
    '\f': '\\f',
};


/***/ }),

/***/ 601:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ excessOf),
/* harmony export */   _: () => (/* binding */ MAX_ITEMS)
/* harmony export */ });
// How deep JSON is nested and how many items it has, found before it is parsed: both could take all memory.
/** Elements and members. What people keep in one repository has fewer; each may cost 200 bytes of memory. */
const MAX_ITEMS = 5_000_000;
const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = [1, 2, 3, 4, 5];
/** What each byte is; most are nothing, and one look tells. */
const KINDS = new Uint8Array(256);
for (const [kind, characters] of Object.entries({
    [QUOTE]: '"',
    [BACKSLASH]: '\\',
    [COMMA]: ',',
    [OPEN]: '[{',
    [CLOSE]: ']}',
})) {
    for (const character of characters)
        KINDS[character.charCodeAt(0)] = Number(kind);
}
/**
 * What there is too much of. Of what is no JSON, all that a parser reads before it stops is counted.
 *
 * @param json text, or the same in UTF-8, of which nothing is copied
 */
function excessOf(json, most) {
    const bytes = typeof json === 'string' ? Buffer.from(json) : json;
    const { items: maxItems = MAX_ITEMS } = most;
    let depth = 0;
    let items = 0;
    for (let at = 0; at < bytes.length; at++) {
        const kind = KINDS[bytes[at]];
        if (kind === 0)
            continue;
        if (kind === QUOTE)
            at = endOfText(bytes, at + 1);
        else if (kind === COMMA)
            items++;
        else if (kind === CLOSE)
            depth--;
        else if (kind === OPEN) {
            items++;
            if (++depth > most.depth)
                return 'depth';
        }
        if (items > maxItems)
            return 'items';
    }
    return undefined;
}
/** Where the quote stands that ends the text. Byte by byte: looking for it would cost a call for each of many short texts. */
function endOfText(bytes, from) {
    for (let at = from; at < bytes.length; at++) {
        const kind = KINDS[bytes[at]];
        if (kind === QUOTE)
            return at;
        if (kind === BACKSLASH)
            at++;
    }
    return bytes.length;
}


/***/ }),

/***/ 9201:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IL: () => (/* binding */ parseLeadingJson),
/* harmony export */   Ri: () => (/* binding */ parseLenientJson),
/* harmony export */   lr: () => (/* binding */ MAX_DEPTH)
/* harmony export */ });
/* harmony import */ var _json_node_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6946);
/* harmony import */ var _json_size_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(601);
// The lenient JSON that the server reads (behaviour.md, section 4), keeping numbers as they were written.


/** Deeper texts are refused, so that nobody can exhaust the stack. */
const MAX_DEPTH = 512;
/** Reads one value; only blanks may follow it. */
function parseLenientJson(text) {
    return parse(text, { whole: true });
}
/** Reads the value with which a text begins, whatever follows it. */
function parseLeadingJson(text) {
    return parse(text, { whole: false });
}
function parse(text, { whole }) {
    const reader = new Reader(text);
    try {
        const value = reader.value(0);
        return !whole || reader.onlyBlanksLeft() ? { value } : { failure: 'trailing' };
    }
    catch (problem) {
        if (problem instanceof Stop)
            return { failure: problem.failure };
        throw problem;
    }
}
const ESCAPED = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };
const KEYWORDS = new Map([
    ['null', null],
    ['true', true],
    ['false', false],
]);
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
/** Text without quotes: everything up to one of these. */
const BARE = /[^/\\;#={}[\]:, \t\f\r\n]*/y;
const BLANKS = /[ \t\r\n]*/y;
/** Leaves the recursion; never seen outside this module. */
class Stop extends Error {
    failure;
    constructor(failure) {
        super(failure);
        this.failure = failure;
    }
}
class Reader {
    #text;
    #at;
    #items = 0;
    constructor(text) {
        this.#text = text;
        this.#at = text.startsWith('\ufeff') ? 1 : 0;
    }
    onlyBlanksLeft() {
        this.#match(BLANKS);
        return this.#at === this.#text.length;
    }
    value(depth) {
        if (depth > MAX_DEPTH)
            throw new Stop('too-deep');
        if (++this.#items > _json_size_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_ITEMS */ ._)
            throw new Stop('too-many');
        const first = this.#next();
        if (first === '{')
            return this.#object(depth);
        if (first === '[')
            return this.#array(depth);
        if (first === '"' || first === "'")
            return this.#string(first);
        this.#at--;
        return bareValue(this.#bare());
    }
    #object(depth) {
        const members = new Map();
        let character = this.#next();
        if (character === '}')
            return members;
        for (;;) {
            const name = this.#name(character);
            this.#colon();
            members.set(name, this.value(depth + 1));
            if (this.#ends('}'))
                return members;
            character = this.#next();
        }
    }
    /** A comma without a value stands for null: `[a,]` has two elements. */
    #array(depth) {
        const elements = [];
        if (this.#next() === ']')
            return elements;
        this.#at--;
        for (;;) {
            const character = this.#next();
            this.#at--;
            const empty = character === ',' || character === ';' || character === ']';
            if (empty && ++this.#items > _json_size_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_ITEMS */ ._)
                throw new Stop('too-many');
            elements.push(empty ? null : this.value(depth + 1));
            if (this.#ends(']'))
                return elements;
        }
    }
    #name(first) {
        if (first === '"' || first === "'")
            return this.#string(first);
        this.#at--;
        return this.#bare();
    }
    #colon() {
        const character = this.#next();
        if (character !== ':' && character !== '=')
            throw new Stop('malformed');
        if (character === '=' && this.#text[this.#at] === '>')
            this.#at++;
    }
    /** True at the closing bracket, false at a separator. */
    #ends(bracket) {
        const character = this.#next();
        if (character === bracket)
            return true;
        if (character !== ',' && character !== ';')
            throw new Stop('malformed');
        return false;
    }
    #bare() {
        const text = this.#match(BARE);
        if (text === '')
            throw new Stop('malformed');
        return text;
    }
    #string(quote) {
        const plain = quote === '"' ? /[^"\\]*/y : /[^'\\]*/y;
        let result = '';
        for (;;) {
            result += this.#match(plain);
            const character = this.#text[this.#at++];
            if (character === quote)
                return result;
            if (character === undefined)
                throw new Stop('truncated');
            result += this.#escape();
        }
    }
    #escape() {
        const character = this.#text[this.#at++];
        if (character === undefined)
            throw new Stop('truncated');
        if (character !== 'u')
            return ESCAPED[character] ?? character;
        const digits = this.#text.slice(this.#at, this.#at + 4);
        if (!/^[0-9a-fA-F]{4}$/.test(digits))
            throw new Stop(digits.length < 4 ? 'truncated' : 'malformed');
        this.#at += 4;
        return String.fromCharCode(Number.parseInt(digits, 16));
    }
    /** The next character that is neither blank nor comment. */
    #next() {
        for (;;) {
            this.#match(BLANKS);
            const character = this.#text[this.#at++];
            if (character === undefined)
                throw new Stop('truncated');
            if (character === '#')
                this.#skipTo('\n');
            else if (character !== '/' || !this.#comment())
                return character;
        }
    }
    #comment() {
        const character = this.#text[this.#at];
        if (character === '/')
            this.#skipTo('\n');
        else if (character === '*')
            this.#skipTo('*/');
        else
            return false;
        return true;
    }
    #skipTo(end) {
        const from = end === '*/' ? this.#at + 1 : this.#at;
        const found = this.#text.indexOf(end, from);
        this.#at = found === -1 ? this.#text.length : found + end.length;
    }
    #match(pattern) {
        pattern.lastIndex = this.#at;
        const text = pattern.exec(this.#text)?.[0] ?? '';
        this.#at += text.length;
        return text;
    }
}
/** `-0` is the one number that the server writes otherwise. */
function bareValue(text) {
    const keyword = KEYWORDS.get(text.toLowerCase());
    if (keyword !== undefined)
        return keyword;
    if (text === '-0')
        return new _json_node_js__WEBPACK_IMPORTED_MODULE_0__/* .JsonNumber */ .WP('0');
    return NUMBER.test(text) ? new _json_node_js__WEBPACK_IMPORTED_MODULE_0__/* .JsonNumber */ .WP(text) : text;
}


/***/ }),

/***/ 5298:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ Place),
/* harmony export */   k: () => (/* binding */ Source)
/* harmony export */ });
// Where something stands in a file, and turning an offset into a line and a column when somebody asks.
/** A text with the name under which people know it, relative to the project's root, with `/`. */
class Source {
    file;
    text;
    #lineStarts;
    constructor(file, text) {
        this.file = file;
        this.text = text;
    }
    /** Zero-based offset in UTF-16 units → one-based line and column (UTF-16 units, as editors count). */
    position(offset) {
        this.#lineStarts ??= lineStarts(this.text);
        let low = 0;
        let high = this.#lineStarts.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if ((this.#lineStarts[middle] ?? 0) <= offset)
                low = middle;
            else
                high = middle - 1;
        }
        return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
    }
}
/** A position in a source. Line and column are worked out only when read: most places are never shown. */
class Place {
    source;
    offset;
    constructor(source, offset) {
        this.source = source;
        this.offset = offset;
    }
    get file() {
        return this.source.file;
    }
    get line() {
        return this.source.position(this.offset).line;
    }
    get column() {
        return this.source.position(this.offset).column;
    }
    toString() {
        const { line, column } = this.source.position(this.offset);
        return `${this.file}:${line}:${column}`;
    }
    toJSON() {
        return { file: this.file, ...this.source.position(this.offset) };
    }
}
function lineStarts(text) {
    const starts = [0];
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1))
        starts.push(i + 1);
    return starts;
}


/***/ }),

/***/ 4159:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M0: () => (/* binding */ isFaithful),
/* harmony export */   Qd: () => (/* binding */ isPlainObject),
/* harmony export */   VP: () => (/* binding */ isTexts),
/* harmony export */   xB: () => (/* binding */ StrictObject),
/* harmony export */   yt: () => (/* binding */ parseStrictObject)
/* harmony export */ });
/* harmony import */ var _json_size_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(601);
/* harmony import */ var _lenient_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9201);
// Strict JSON read by the engine, many times faster than by hand, where that loses nothing (see lenient-json.ts).


/** `undefined`: not strict JSON, not an object, or more than memory should hold. */
function parseStrictObject(text) {
    if ((0,_json_size_js__WEBPACK_IMPORTED_MODULE_0__/* .excessOf */ .F)(text, { depth: _lenient_json_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_DEPTH */ .lr + 1 }) !== undefined)
        return undefined;
    try {
        const value = JSON.parse(text);
        return isPlainObject(value) ? value : undefined;
    }
    catch {
        return undefined;
    }
}
/** A list of texts and nothing else. */
function isTexts(value) {
    return Array.isArray(value) && value.every((element) => typeof element === 'string');
}
function isPlainObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/**
 * False where the engine has lost something: the text of a number, the place of a member whose name looks like an
 * index, or the depth that is allowed.
 */
function isFaithful(value, depth) {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null)
        return true;
    if (typeof value === 'number' || depth > _lenient_json_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_DEPTH */ .lr)
        return false;
    if (Array.isArray(value))
        return value.every((element) => isFaithful(element, depth + 1));
    if (!isPlainObject(value))
        return false;
    for (const name in value) {
        if (INDEX.test(name) || !isFaithful(value[name], depth + 1))
            return false;
    }
    return true;
}
const INDEX = /^\d/;
/** A faithful object as a node. It costs next to nothing, and its members are made when somebody asks. */
class StrictObject {
    members;
    constructor(members) {
        this.members = members;
    }
    has(name) {
        return Object.hasOwn(this.members, name);
    }
    get(name) {
        return this.has(name) ? nodeOf(this.members[name]) : undefined;
    }
    *[Symbol.iterator]() {
        for (const name of Object.keys(this.members))
            yield [name, nodeOf(this.members[name])];
    }
}
function nodeOf(value) {
    if (typeof value === 'string' || typeof value === 'boolean')
        return value;
    if (Array.isArray(value))
        return value.map(nodeOf);
    return isPlainObject(value) ? new StrictObject(value) : null;
}


/***/ }),

/***/ 2783:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D9: () => (/* binding */ javaTrim),
/* harmony export */   FQ: () => (/* binding */ valueProblem),
/* harmony export */   Ot: () => (/* binding */ VDTS),
/* harmony export */   PB: () => (/* binding */ isVdt),
/* harmony export */   VS: () => (/* binding */ storedText),
/* harmony export */   Yp: () => (/* binding */ typeProblem)
/* harmony export */ });
/* harmony import */ var _lenient_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9201);
/* harmony import */ var _strict_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4159);
// Value data types: what the server accepts for each, and what it stores (behaviour.md, section 8).


const VDTS = [
    'Text',
    'Code',
    'JSON',
    'Boolean',
    'Integer',
    'Long',
    'Double',
    'Float',
    'Map',
    'List',
    'FileRef',
    'FileEmbed',
];
/** Exact and case-sensitive, as on the server. */
function isVdt(text) {
    return VDTS.includes(text);
}
const ANY_TEXT = { expected: 'a text', fits: () => true };
const DECIMAL = {
    expected: 'a number such as 1, 1.5, 1e5 or NaN',
    fits: (text) => JAVA_DECIMAL.test(javaTrim(text)),
    stored: (text) => (text.startsWith('.') ? `0${text}` : text),
};
/** Whether a file of that path exists is for those to say who know the files. */
const FILE_PATH = { expected: 'the path of a file', fits: (text) => text !== '' };
const RULES = {
    Text: ANY_TEXT,
    Code: ANY_TEXT,
    JSON: { expected: 'JSON text that is not empty or cut short', fits: isNotTruncatedJson },
    Boolean: { expected: 'true or false', fits: (text) => text === 'true' || text === 'false' },
    Integer: wholeNumber(32),
    Long: wholeNumber(64),
    Double: DECIMAL,
    Float: DECIMAL,
    Map: jsonOf({
        expected: 'a JSON object',
        blank: '{}',
        is: (node) => node instanceof Map || (0,_strict_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isPlainObject */ .Qd)(node),
    }),
    List: jsonOf({ expected: 'a JSON array', blank: '[]', is: Array.isArray }),
    FileRef: FILE_PATH,
    FileEmbed: FILE_PATH,
};
/** What the server would expect instead, or `undefined` where it accepts the text. Never quotes it. */
function valueProblem(vdt, text) {
    if (text === null)
        return undefined;
    return text.includes('\0') ? 'a text without NUL characters' : typeProblem(vdt, text);
}
/** The same for the type alone: the server checks it first, and NUL when it stores. */
function typeProblem(vdt, text) {
    const rule = RULES[vdt];
    return rule.fits(text) ? undefined : rule.expected;
}
/** What the server stores for a text that it accepts. */
function storedText(vdt, text) {
    return text === null ? null : (RULES[vdt].stored?.(text) ?? text);
}
/** Java's `trim`: everything up to U+0020 counts as blank, and nothing else. */
function javaTrim(text) {
    let start = 0;
    let end = text.length;
    while (start < end && text.charCodeAt(start) <= 0x20)
        start++;
    while (end > start && text.charCodeAt(end - 1) <= 0x20)
        end--;
    return text.slice(start, end);
}
/** Texts that Java's `Double.parseDouble` reads. */
const JAVA_DECIMAL = new RegExp([
    '^[+-]?(?:NaN|Infinity',
    '|(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?',
    '|0[xX](?:[0-9a-fA-F]+(?:\\.[0-9a-fA-F]*)?|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+[fFdD]?)$',
].join(''));
/** What fits in 32 bits at a glance: nearly all that people write. */
const SMALL_NUMBER = /^-?[0-9]{1,9}$/;
function wholeNumber(bits) {
    const limit = 1n << BigInt(bits - 1);
    return {
        expected: `a whole number from -${limit} to ${limit - 1n}`,
        fits: (text) => {
            if (SMALL_NUMBER.test(text))
                return true;
            const digits = asciiDigits(text);
            // Longer than any number in range: not worth a BigInt of a million digits.
            if (digits === undefined || digits.length > 19)
                return false;
            return BigInt(digits) <= (text.startsWith('-') ? limit : limit - 1n);
        },
    };
}
/** The digits without sign and leading zeros, digits of other scripts as `0` to `9`, as Java reads them. */
function asciiDigits(text) {
    const unsigned = text.replace(/^[+-]/, '');
    if (!/^\p{Nd}+$/u.test(unsigned) || /[\ud800-\udfff]/.test(unsigned))
        return undefined;
    const ascii = unsigned.replace(/[^0-9]/g, (character) => String(digitValue(character.charCodeAt(0))));
    return ascii.replace(/^0+(?=.)/, '');
}
/** Digits of a script stand in runs of ten: the value is how many stand before this one. */
function digitValue(code) {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCharCode(code - value - 1)))
        value++;
    return value % 10;
}
/**
 * What is JSON to everybody, `undefined` for the rest: the lenient reader finds the same in it, in ten times the time.
 * Longer texts may be nested deeper than that one goes.
 */
function strictJson(text) {
    if (text.length > _lenient_json_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_DEPTH */ .lr)
        return undefined;
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function isNotTruncatedJson(text) {
    if (strictJson(text) !== undefined)
        return true;
    const result = (0,_lenient_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseLenientJson */ .Ri)(text);
    return !('failure' in result) || result.failure !== 'truncated';
}
function jsonOf(options) {
    return {
        expected: options.expected,
        fits: (text) => {
            if (options.is(strictJson(text)) || javaTrim(text) === '')
                return true;
            const result = (0,_lenient_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseLenientJson */ .Ri)(text);
            return 'value' in result && options.is(result.value);
        },
        stored: (text) => (javaTrim(text) === '' ? options.blank : text),
    };
}


/***/ })

};
