export const id = 464;
export const ids = [464];
export const modules = {

/***/ 5365:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ changed)
/* harmony export */ });
// Items by id, some of them changed. States share what they do not change.
/** The very same items where none changes. */
function changed(items, change) {
    let all = items;
    for (const [id, item] of items) {
        const other = change(item, id);
        if (other === item)
            continue;
        if (all === items)
            all = new Map(items);
        all.set(id, other);
    }
    return all;
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


/***/ })

};
