export const id = 934;
export const ids = [934,591];
export const modules = {

/***/ 5586:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A4: () => (/* binding */ besideOf),
/* harmony export */   f6: () => (/* binding */ staged),
/* harmony export */   ht: () => (/* binding */ writeFlushed)
/* harmony export */ });
/* unused harmony export Stage */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
// [edge] Where files are written before they are put in place, and what a run that was killed left there.


/** Hidden from `include`, and from Git by what is in it. */
const STAGE = '.confighub-sync.tmp';
const HIDING = '.gitignore';
/** Writes, beside the files of a project, what is to take their places; all of it is gone afterwards. */
function staged(root, use) {
    const stage = new Stage(root);
    try {
        return use(stage);
    }
    finally {
        stage.clear();
    }
}
class Stage {
    #root;
    #folder;
    #elsewhere = [];
    #count = 0;
    /** What is there already is of a run that was killed. */
    constructor(root) {
        this.#root = root;
        this.#folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, STAGE);
        this.clear();
    }
    /** Flushed, and on the disk of its place: a rename must not come before what it renames, nor copy it. */
    write(target, { content, mode }) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target), { recursive: true });
        const beside = this.#beside(target);
        writeFlushed(beside, content, mode);
        return beside;
    }
    #beside(target) {
        if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target)).dev === (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(this.#root).dev) {
            if (this.#count === 0)
                this.#hide();
            this.#count += 1;
            return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#folder, String(this.#count));
        }
        // Through a link, to a disk of its own.
        const beside = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target), `.${(0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(target)}${STAGE}`);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(beside, { force: true });
        this.#elsewhere.push(beside);
        return beside;
    }
    /** Once, because Git sees everything while this is being written. */
    #hide() {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)(this.#folder, { recursive: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#folder, HIDING), '*\n');
    }
    clear() {
        for (const path of this.#elsewhere)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { force: true });
        // What hides the others goes last.
        const names = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(this.#folder) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(this.#folder) : [];
        for (const name of names)
            if (name !== HIDING)
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#folder, name), { force: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(this.#folder, { recursive: true, force: true });
    }
}
/** Fails where the name is taken. */
function writeFlushed(path, content, mode = 0o666) {
    const file = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(path, 'wx', mode);
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(file, content);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fsyncSync)(file);
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(file);
    }
}
/** A name beside this one that no other process writes to; what dead ones left there is removed. */
function besideOf(path) {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path);
    const prefix = `${(0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(path)}.`;
    for (const name of (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(folder)) {
        const pid = name.startsWith(prefix) && /^(\d+)\.tmp$/.exec(name.slice(prefix.length))?.[1];
        if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name));
    }
    return `${path}.${process.pid}.tmp`;
}
function isAlive(pid) {
    try {
        return process.kill(pid, 0);
    }
    catch (error) {
        // Somebody else's.
        return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
}


/***/ }),

/***/ 2934:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   refuseUnreviewed: () => (/* binding */ refuseUnreviewed),
/* harmony export */   writePlanFile: () => (/* binding */ writePlanFile)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
/* harmony import */ var _model_json_size_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(601);
/* harmony import */ var _model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4159);
/* harmony import */ var _plan_review_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2591);
/* harmony import */ var _beside_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5586);
// [edge] Plan files: what `plan --out` writes and `apply --plan` reads.







/** The plan with a refusal for every change that the plan file does not have; as it is where none was given. */
function refuseUnreviewed(plan, { planFile, digestKey }, cwd) {
    if (planFile === undefined)
        return plan;
    const review = readReview((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, planFile), planFile);
    const findings = (0,_plan_review_js__WEBPACK_IMPORTED_MODULE_5__.notReviewed)(plan, { review, digestKey });
    return { ...plan, findings: [...plan.findings, ...findings] };
}
/** A plan of as many changes as a server takes at once is smaller. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Far deeper than any plan, and the bodies of its pushes. */
const MAX_DEPTH = 100;
/** Throws {@link CommandError} for a file that is no plan of this version: an artifact may hold anything. */
function readReview(path, shown) {
    try {
        const { size, isFile } = regular(path);
        const text = isFile && size <= MAX_BYTES ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8') : '';
        const isBounded = (0,_model_json_size_js__WEBPACK_IMPORTED_MODULE_3__/* .excessOf */ .F)(text, { depth: MAX_DEPTH }) === undefined;
        const file = isBounded ? JSON.parse(text) : undefined;
        if ((0,_model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlainObject */ .Qd)(file) && file.version === 1 && isReview(file.review))
            return file.review;
    }
    catch (cause) {
        throw noPlan(shown, cause);
    }
    throw noPlan(shown);
}
/** Nobody waits for a pipe that nobody writes to. */
function regular(path) {
    const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(path);
    return { size: stat.size, isFile: stat.isFile() };
}
/** Written beside, flushed and renamed: there is never half a plan. Throws {@link CommandError}. */
function writePlanFile(path, content) {
    let beside;
    try {
        beside = (0,_beside_js__WEBPACK_IMPORTED_MODULE_6__/* .besideOf */ .A4)(path);
        (0,_beside_js__WEBPACK_IMPORTED_MODULE_6__/* .writeFlushed */ .ht)(beside, content, 0o600);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(beside, path);
    }
    catch (cause) {
        if (beside !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(beside, { force: true });
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
            code: 'bad-plan-file',
            message: `${path} cannot be written.`,
            hint: 'Is there such a folder, and may this user write there?',
            cause,
        });
    }
}
function isReview(review) {
    if (!(0,_model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlainObject */ .Qd)(review) || !(0,_model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlainObject */ .Qd)(review.target) || !Array.isArray(review.items))
        return false;
    return typeof review.target.url === 'string' && review.items.every(isItem);
}
const NAMES = {
    key: ['key'],
    value: ['key', 'context'],
    file: ['path', 'context'],
};
function isItem(item) {
    if (!(0,_model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlainObject */ .Qd)(item) || typeof item.kind !== 'string' || typeof item.action !== 'string')
        return false;
    const names = Object.hasOwn(NAMES, item.kind) ? NAMES[item.kind] : undefined;
    return names?.every((name) => typeof item[name] === 'string') === true;
}
function noPlan(path, cause) {
    const why = cause instanceof Error && 'code' in cause ? 'cannot be read' : 'is no plan of this version';
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
        code: 'bad-plan-file',
        message: `${path} ${why}.`,
        hint: 'Write it with `confighub-sync plan --out <file>`.',
        cause,
    });
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


/***/ })

};
