export const id = 255;
export const ids = [255];
export const modules = {

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

/***/ 6796:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MH: () => (/* binding */ nameMatcher),
/* harmony export */   XG: () => (/* binding */ secretNames),
/* harmony export */   n0: () => (/* binding */ looksSecret)
/* harmony export */ });
/* harmony import */ var _glob_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4778);
// Which names, and which looks, say that a value is secret.

const SECRET_NAME = /passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:private|api|access|encryption|signing)[-_.]?key|conn(?:ection)?[-_.]?str/i;
/** A test for key names and file paths: the built-in patterns, and the globs of `redact` (without regard to case). */
function secretNames(redact) {
    const isRedacted = nameMatcher(redact);
    return (name) => SECRET_NAME.test(name) || isRedacted(name);
}
/** Whether one of the globs matches the name of a key or the path of a file, without regard to case. */
function nameMatcher(globs) {
    const matches = globs.map((glob) => (0,_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .globTest */ .FX)(glob, { nocase: true }));
    return (name) => matches.some((match) => match(name));
}
/** Where a run of such characters begins, so that every run is looked at once and the time grows with the length. */
const START = '(?<![A-Za-z0-9_-])';
/** What services put in front of what they hand out, and how long that is at least; what is shorter is no such thing. */
const TOKENS = [
    'gh[pousr]_[A-Za-z0-9]{36}',
    'github_pat_[A-Za-z0-9_]{50}',
    'glpat-[A-Za-z0-9_-]{20}',
    'npm_[A-Za-z0-9]{36}',
    '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])',
    'xox[abeoprs]-[A-Za-z0-9-]{20}',
    '[sr]k_live_[A-Za-z0-9]{16}',
    'AIza[A-Za-z0-9_-]{35}',
    'eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]*',
];
/** What such a text cannot be without, looked for first: nearly all texts are none. */
const LOOKS = [
    { has: '-----BEGIN', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/ },
    { has: '', pattern: new RegExp(`${START}(?:${TOKENS.join('|')})`) },
    {
        // An address with a login; one that takes its password from a placeholder or a variable holds none.
        has: '://',
        pattern: /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/?#'"<>]{0,100}:(?![$<{*])[^\s@/'"<>]{3,300}@[^\s@/]/i,
    },
    {
        // `Server=…;Password=…`, in either order.
        has: '=',
        pattern: /(?:;\s?|^)(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?(?![$<{*])[^;\s]{3,300};\s?[a-z]/i,
    },
    { has: '=', pattern: /[^\s;];\s?(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?(?![$<{*])[^;\s]{3}/i },
];
/** A private key, a token of a known kind or an address with a password, alone or among other text. */
function looksSecret(text) {
    if (typeof text !== 'string' || text.length < SHORTEST)
        return false;
    return LOOKS.some(({ has, pattern }) => text.includes(has) && pattern.test(text));
}
const SHORTEST = 12;


/***/ }),

/***/ 255:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MASK: () => (/* binding */ MASK),
/* harmony export */   mask: () => (/* binding */ mask)
/* harmony export */ });
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6796);

const MASK = '(secret)';
/** Replaces what stands before and after in every secret change, by item and never by searching texts. */
function mask(plan) {
    return { ...plan, changes: plan.changes.map(maskChange), drift: plan.drift.map(maskChange) };
}
function maskChange(change) {
    if (change.kind === 'key')
        return maskKey(change);
    if (!change.secret)
        return change;
    const before = change.before === undefined ? {} : { before: MASK };
    const after = change.after === undefined ? {} : { after: MASK };
    return { ...change, ...before, ...after };
}
/** What describes a key is shown, also of a secret one; but somebody may have written a token into the readme. */
function maskKey(change) {
    const side = (metadata) => (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .looksSecret */ .n0)(metadata.readme) ? { ...metadata, readme: MASK } : metadata;
    return {
        ...change,
        ...(change.before && { before: side(change.before) }),
        ...(change.after && { after: side(change.after) }),
    };
}


/***/ })

};
