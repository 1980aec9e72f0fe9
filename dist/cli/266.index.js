export const id = 266;
export const ids = [266,230];
export const modules = {

/***/ 3266:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  planningImport: () => (/* binding */ planningImport),
  refuseUncommitted: () => (/* binding */ refuseUncommitted)
});

// EXTERNAL MODULE: ./lib/baseline/git.js
var git = __webpack_require__(6263);
// EXTERNAL MODULE: ./lib/baseline/committed.js
var baseline_committed = __webpack_require__(4045);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/plan/unseal.js
var unseal = __webpack_require__(3545);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/plan/complete.js
var complete = __webpack_require__(3512);
// EXTERNAL MODULE: ./lib/plan/diff.js
var diff = __webpack_require__(6840);
// EXTERNAL MODULE: ./lib/plan/keep.js
var keep = __webpack_require__(9006);
// EXTERNAL MODULE: ./lib/plan/causes.js
var causes = __webpack_require__(4955);
// EXTERNAL MODULE: ./lib/plan/drift.js
var drift = __webpack_require__(5188);
;// CONCATENATED MODULE: ./lib/import/drift.js



/** What documents would declare that leave live as others made it. @param known what they declare now, completed */
function withDrift(known, { baseline, desired, live, depth }) {
    const applied = withKnownTexts(baseline, desired);
    const changes = (0,causes/* withCauses */.vR)((0,diff/* diff */.U)(known, live, depth), { desired, live, baseline: applied });
    return (0,drift/* withDriftKept */.s)(known, { live, baseline: applied, changes });
}
/** What came from the environment is known by its name only: where it is still declared, it counts as the same. */
function withKnownTexts({ keys, files }, desired) {
    const textOf = (item, now) => item.unknown ? (now ?? item) : item;
    const known = [...keys].map(([id, key]) => {
        const now = desired.keys.get(id)?.values;
        const values = [...key.values].map(([context, value]) => [
            context,
            textOf(value, now?.get(context)),
        ]);
        return [id, { ...key, values: new Map(values) }];
    });
    return {
        keys: new Map(known),
        files: new Map([...files].map(([id, file]) => [id, textOf(file, desired.files.get(id))])),
    };
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
// EXTERNAL MODULE: ./lib/desired/load.js + 13 modules
var desired_load = __webpack_require__(6552);
// EXTERNAL MODULE: ./lib/desired/project-files.js
var project_files = __webpack_require__(4501);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
;// CONCATENATED MODULE: ./lib/import/sites.js
// Where things stand in the documents that are there: keys, values and files, found in the syntax trees of `yaml`.


/** Places by key and context, or by path and context. */
function itemOf(entries, context) {
    const id = (0,model_context/* contextId */.PF)(context);
    return entries?.flatMap(({ items }) => items).find((item) => (0,model_context/* contextId */.PF)(item.context) === id);
}
function fieldOf(node, name) {
    return (0,dist/* isMap */.jh)(node) ? node.items.find((pair) => nameOf(pair) === name) : undefined;
}
function nameOf({ key }) {
    return (0,dist/* isScalar */.jn)(key) ? String(key.value) : '';
}

;// CONCATENATED MODULE: ./lib/import/scalars.js
/** What a reader may drop, normalise or refuse when it stands there as it is. */
const NOT_RAW = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;
/** Alone they mean null; as the name of a field `<<` merges. */
const MEANINGS = new Set(['null', 'Null', 'NULL', '~', '<<']);
const NOT_PLAIN = /^[\s,[\]{}#&*!|>'"%@`]|^[-?:](?:[\s,[\]{}]|$)|^(?:---|\.\.\.)|:\s|\s#|[\s:]$/;
/** The text on one line. */
function scalar({ text, quoted }, { flow = false } = {}) {
    if (!quoted && isPlain(text, flow))
        return text;
    const isSingle = text.includes('"') || text.includes('\\');
    return isSingle && !NOT_RAW.test(text) && !text.includes("'") ? `'${text}'` : doubleQuoted(text);
}
function isPlain(text, flow) {
    if (text === '' || MEANINGS.has(text) || NOT_RAW.test(text) || NOT_PLAIN.test(text))
        return false;
    return !flow || !/[,[\]{}]|^[-?:]/.test(text);
}
function singleQuoted(text) {
    return NOT_RAW.test(text) ? undefined : `'${text.replaceAll("'", "''")}'`;
}
function doubleQuoted(text) {
    return JSON.stringify(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/gu, (character) => {
        return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
    });
}
/** Whether `|` can hold the text: several lines, nothing invisible, no blank where YAML would count or drop it. */
function isLiteral(text) {
    if (!text.slice(0, -1).includes('\n'))
        return false;
    const lines = text.replace(/\n$/, '').split('\n');
    const isVisible = lines.every((line) => !NOT_RAW.test(line.replaceAll('\t', ' ')));
    return isVisible && /^\S/.test(lines[0] ?? '') && /\S/.test(lines.at(-1) ?? '');
}
/** `|` and the lines, indented; without a line break at the end. */
function literal(text, indent) {
    const lines = text.replace(/\n$/, '').split('\n');
    const shown = lines.map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`));
    return `${text.endsWith('\n') ? '|' : '|-'}\n${shown.join('\n')}`;
}

;// CONCATENATED MODULE: ./lib/import/json.js
// What is to be written → JSON, laid out as people do.

const MAX_LINE = 80;
/** A text that needs no quotes to arrive as it is written. */
const BARE = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false)$/;
function isBare(text) {
    return BARE.test(text);
}
function jsonScalar({ text, quoted }) {
    return !quoted && isBare(text) ? text : doubleQuoted(text);
}
/** Without a line break at the end. `indent`: blanks in front of the line that it begins on. */
function jsonText(value, { indent, column }) {
    if (value.kind === 'source')
        return value.source;
    if (value.kind === 'text')
        return jsonScalar(value);
    const line = onOneLine(value);
    if (column + line.length <= MAX_LINE && !(value.kind === 'mapping' && value.block))
        return line;
    const inner = indent + 2;
    const start = ' '.repeat(inner);
    const [open, close, members] = value.kind === 'list'
        ? ['[', ']', value.items.map((item) => `${start}${jsonText(item, { indent: inner, column: inner })}`)]
        : ['{', '}', value.entries.map((entry) => `${start}${jsonEntry(entry, inner)}`)];
    return `${open}\n${members.join(',\n')}\n${' '.repeat(indent)}${close}`;
}
function jsonEntry({ name, value }, indent) {
    const start = `${doubleQuoted(name)}: `;
    return `${start}${jsonText(value, { indent, column: indent + start.length })}`;
}
function onOneLine(value) {
    if (value.kind === 'source')
        return value.source;
    if (value.kind === 'text')
        return jsonScalar(value);
    if (value.kind === 'list')
        return `[${value.items.map(onOneLine).join(', ')}]`;
    const members = value.entries.map((entry) => `${doubleQuoted(entry.name)}: ${onOneLine(entry.value)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
/** By its name, as people and editors tell. */
function isJson(path) {
    return /\.json$/i.test(path);
}
/** A whole document. */
function jsonDocument(root) {
    return `${jsonText({ ...root, block: true }, { indent: 0, column: 0 })}\n`;
}

;// CONCATENATED MODULE: ./lib/import/layout.js
// Positions in the text of a document: where lines, fields and contents begin and end.

function isCollection(node) {
    return (0,dist/* isMap */.jh)(node) || (0,dist/* isSeq */.oP)(node);
}
function isBlock(node) {
    return isCollection(node) && !node.flow && node.items.length > 0;
}
class Layout {
    text;
    constructor(text) {
        this.text = text;
    }
    start(item) {
        return rangeOf((0,dist/* isPair */.tO)(item) ? item.key : item).start;
    }
    /** Where the last thing ends that is no comment and no empty line. */
    end(item) {
        if ((0,dist/* isPair */.tO)(item)) {
            const colon = this.colon(item);
            return Math.max(colon, item.value === null ? colon : this.end(item.value));
        }
        const last = isBlock(item) ? item.items.at(-1) : undefined;
        if (last !== undefined)
            return this.end(last);
        const { start, end } = rangeOf(item);
        // Block scalars end at the start of the next line.
        let trimmed = end;
        while (trimmed > start && /\s/.test(this.text[trimmed - 1] ?? ''))
            trimmed--;
        return trimmed;
    }
    span(item) {
        return { start: this.start(item), end: this.end(item) };
    }
    slice(item) {
        return this.text.slice(this.start(item), this.end(item));
    }
    /** Right behind the colon of a field. */
    colon(pair) {
        return this.text.indexOf(':', rangeOf(pair.key).end) + 1;
    }
    lineStart(offset) {
        return this.text.lastIndexOf('\n', offset - 1) + 1;
    }
    /** In front of the line break. */
    lineEnd(offset) {
        const end = this.text.indexOf('\n', offset);
        return end === -1 ? this.text.length : end;
    }
    /** Where the next line begins. */
    nextLine(offset) {
        return Math.min(this.lineEnd(offset) + 1, this.text.length);
    }
    column(offset) {
        return offset - this.lineStart(offset);
    }
    /** Blanks in front of the line. */
    indent(offset) {
        return /^ */.exec(this.text.slice(this.lineStart(offset), offset))?.[0].length ?? 0;
    }
    isFirstOnLine(offset) {
        return this.text.slice(this.lineStart(offset), offset).trim() === '';
    }
}
function rangeOf(node) {
    const [start = 0, end = 0] = node.range ?? [];
    return { start, end };
}

;// CONCATENATED MODULE: ./lib/import/written.js
// What is to be written, before it has a layout: texts, mappings and lists.
const NULL = { kind: 'source', source: 'null' };
function written_text(of) {
    return { kind: 'text', text: of };
}
function mapping(fields) {
    const entries = Object.entries(fields).flatMap(([name, value]) => value === undefined ? [] : [{ name, value }]);
    return { kind: 'mapping', entries };
}

;// CONCATENATED MODULE: ./lib/import/yaml.js
// What is to be written → YAML: short mappings and lists on one line, everything else in blocks.


/** A mapping or a list that is longer stands in a block. */
const yaml_MAX_LINE = 100;
const STEP = 2;
/** The entries of a block mapping, a line break behind each. */
function blockEntries(entries, indent) {
    return entries
        .map((entry, i) => `${entry.gap && i > 0 ? '\n' : ''}${blockEntry(entry, indent)}\n`)
        .join('');
}
/** `name: value`, indented, without a line break at the end. */
function blockEntry({ name, value }, indent) {
    const start = `${' '.repeat(indent)}${scalar(written_text(name))}:`;
    return `${start}${behindColon(value, { indent, column: start.length })}`;
}
/** What stands behind the colon of a field: a blank and one line, or a line break and a block. */
function behindColon(value, { indent, column }) {
    const line = oneLine(value, column + 1);
    if (line !== undefined)
        return ` ${line}`;
    if (value.kind === 'text')
        return ` ${literal(value.text, indent + STEP)}`;
    return `\n${block(value, indent + STEP)}`;
}
function oneLine(value, column) {
    if (value.kind === 'source')
        return value.source;
    if (value.kind === 'text')
        return isLiteral(value.text) ? undefined : scalar(value);
    if (isInBlocks(value))
        return undefined;
    const line = flow(value);
    const isEmpty = (value.kind === 'list' ? value.items : value.entries).length === 0;
    return isEmpty || column + line.length <= yaml_MAX_LINE ? line : undefined;
}
function isInBlocks(value) {
    if (value.kind === 'list')
        return value.items.some(isInBlocks);
    if (value.kind !== 'mapping')
        return value.kind === 'text' && isLiteral(value.text);
    return value.entries.length > 0 && (value.block || value.entries.some((entry) => isInBlocks(entry.value)));
}
/** Without a line break at the end. */
function block(value, indent) {
    if (value.kind === 'mapping')
        return blockEntries(value.entries, indent).trimEnd();
    if (value.kind !== 'list')
        return '';
    return value.items.map((item) => `${' '.repeat(indent)}-${behindDash(item, indent)}`).join('\n');
}
function behindDash(item, indent) {
    const line = oneLine(item, indent + STEP);
    if (line !== undefined)
        return ` ${line}`;
    if (item.kind === 'text')
        return ` ${literal(item.text, indent + STEP)}`;
    return ` ${block(item, indent + STEP).trimStart()}`;
}
/** On one line, whatever its length. */
function flow(value) {
    if (value.kind === 'source')
        return value.source;
    if (value.kind === 'text')
        return scalar(value, { flow: true });
    if (value.kind === 'list')
        return `[${value.items.map(flow).join(', ')}]`;
    if (value.entries.length === 0)
        return '{}';
    return `{ ${value.entries.map(flowEntry).join(', ')} }`;
}
function flowEntry({ name, value }) {
    return `${scalar(written_text(name), { flow: true })}: ${flow(value)}`;
}
/** A whole document. */
function yamlDocument(root) {
    return blockEntries(root.entries, 0);
}

;// CONCATENATED MODULE: ./lib/import/collection-splices.js
// Items that come into a mapping or a list, and items that go, as edits of the text by position.




function collectionSplices(collection, task) {
    const items = collection.items;
    const { change, layout } = task;
    const [first] = items;
    if (first === undefined)
        return refill(collection, task);
    const isInLines = (0,dist/* isSeq */.oP)(collection) || layout.isFirstOnLine(layout.start(first));
    if (isBlock(collection) && isInLines)
        return lineSplices(collection, { ...task, first });
    if (items.every((item) => change.removed.has(item)))
        return refill(collection, task);
    return isBlock(collection) ? inlineSplices(items, task) : flowSplices(items, task);
}
/** Nothing of what was there stays. */
function refill(collection, { change: { added }, layout, isJson }) {
    const { start, end } = layout.span(collection);
    const entries = added.map(({ entry }) => entry);
    const value = (0,dist/* isSeq */.oP)(collection) ? { kind: 'list', items: [] } : { kind: 'mapping', entries };
    const indent = layout.indent(start);
    const filled = entries.length === 0 ? value : { ...value, block: true };
    return [{ start, end, text: isJson ? jsonText(filled, { indent, column: indent }) : flow(value) }];
}
/** Every item has lines of its own. */
function lineSplices(collection, { change: { removed, added }, layout, first }) {
    const indent = layout.column(layout.start(first));
    const top = layout.lineStart(layout.start(first));
    const removals = [...removed].map((item) => ({
        start: layout.lineStart(layout.start(item)),
        end: layout.nextLine(layout.end(item)),
        text: '',
    }));
    const additions = added.map(({ entry, after }) => {
        const start = after === undefined ? top : layout.nextLine(layout.end(after));
        return newLines(layout, { start, lines: blockEntry(entry, indent), indent });
    });
    if (added.length > 0 || removed.size < collection.items.length)
        return [...removals, ...additions];
    const nothing = `${' '.repeat(indent)}${(0,dist/* isSeq */.oP)(collection) ? '[]' : '{}'}`;
    return [...removals, newLines(layout, { start: top, lines: nothing, indent })];
}
function newLines(layout, { start, lines, indent }) {
    // The last line of the text may have no end.
    const isCut = start === layout.text.length && !layout.text.endsWith('\n');
    return { start, end: start, text: isCut ? `\n${lines}` : `${lines}\n`, indent };
}
/** The first of the fields stands behind a dash. */
function inlineSplices(items, { change: { removed, added }, layout }) {
    const removals = items.flatMap((item, i) => {
        if (!removed.has(item))
            return [];
        const next = items[i + 1];
        const start = i === 0 ? layout.start(item) : layout.lineStart(layout.start(item));
        const end = i === 0 && next !== undefined ? layout.start(next) : layout.nextLine(layout.end(item));
        return [{ start, end, text: '' }];
    });
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined)
        return removals;
    const indent = layout.column(layout.start(first));
    const start = layout.nextLine(layout.end(last));
    return [
        ...removals,
        ...added.map(({ entry }) => newLines(layout, { start, lines: blockEntry(entry, indent), indent })),
    ];
}
/** Between braces or brackets. */
function flowSplices(items, { change, layout, isJson }) {
    const { removed, added } = change;
    const [first] = items;
    const kept = items.find((item) => !removed.has(item));
    if (first === undefined || kept === undefined)
        return [];
    const removals = items.flatMap((item, i) => removed.has(item) ? [flowRemoval(items, { i, item, kept, layout })] : []);
    const indent = layout.column(layout.start(first));
    const separator = layout.isFirstOnLine(layout.start(first)) ? `,\n${' '.repeat(indent)}` : ', ';
    const additions = added.map((addition) => {
        const after = keptBefore(items, addition, change);
        const written = isJson ? jsonEntry(addition.entry, indent) : flowEntry(addition.entry);
        const start = after === undefined ? layout.start(kept) : layout.end(after);
        return {
            start,
            end: start,
            text: after === undefined ? `${written}${separator}` : `${separator}${written}`,
        };
    });
    return [...removals, ...additions];
}
/** The comma in front goes along; where nothing in front stays, the one behind. */
function flowRemoval(items, { i, item, kept, layout }) {
    const [before, next] = [items[i - 1], items[i + 1]];
    const isInFront = i < items.indexOf(kept);
    const start = isInFront || before === undefined ? layout.start(item) : layout.end(before);
    const end = isInFront && next !== undefined ? layout.start(next) : layout.end(item);
    return { start, end, text: '' };
}
/** Where an item goes, its place in the line goes too. */
function keptBefore(items, { after }, { removed }) {
    if (after === undefined)
        return undefined;
    return items.slice(0, items.indexOf(after) + 1).findLast((item) => !removed.has(item));
}

;// CONCATENATED MODULE: ./lib/import/splices.js




/** Collects edits of one document; positions are those of the text as it was. */
class Splices {
    layout;
    isJson;
    #splices = [];
    #changes = new Map();
    constructor({ path, text }) {
        this.layout = new Layout(text);
        this.isJson = isJson(path);
    }
    /** Puts another source in the place of a node, on the same lines. */
    replace(item, source) {
        this.#splices.push({ ...this.layout.span(item), text: source });
    }
    /** Puts another value behind the colon of a field. */
    setValue(pair, value) {
        const { layout } = this;
        const written = this.#behindColon(pair, value);
        const start = layout.colon(pair);
        const end = layout.end(pair);
        if (written.startsWith('\n')) {
            // A comment behind the old value stays on the line of the name.
            const tail = layout.text.slice(end, layout.lineEnd(end)).trimEnd();
            this.#splices.push({ start, end: end + tail.length, text: `${tail}${written}` });
        }
        else if (isBlock(pair.value))
            this.#splices.push({ start, end, text: written });
        else
            this.#splices.push({ start: layout.start(pair.value), end, text: written.trimStart() });
    }
    /** Takes an item out of its mapping or list. */
    remove(collection, item) {
        this.#changeOf(collection).removed.add(item);
    }
    /** Puts a field behind another one, or in front of all; several at one place stand in the order of the calls. */
    add(collection, addition) {
        this.#changeOf(collection).added.push(addition);
    }
    /** The text with all edits made. */
    apply() {
        for (const [collection, change] of this.#changes) {
            const made = collectionSplices(collection, { change, layout: this.layout, isJson: this.isJson });
            for (const splice of made)
                this.#splices.push(splice);
        }
        const { text } = this.layout;
        const newline = text.includes('\r\n') ? '\r\n' : '\n';
        const pieces = [];
        let from = 0;
        for (const { start, end, text: by } of [...this.#splices].sort(inOrder)) {
            pieces.push(text.slice(from, Math.max(from, start)), by.replaceAll('\n', newline));
            from = Math.max(from, end);
        }
        return `${pieces.join('')}${text.slice(from)}`;
    }
    #changeOf(collection) {
        const change = this.#changes.get(collection) ?? { removed: new Set(), added: [] };
        this.#changes.set(collection, change);
        return change;
    }
    #behindColon(pair, value) {
        const { layout } = this;
        const start = layout.start(pair);
        const column = layout.column(layout.colon(pair));
        if (this.isJson)
            return ` ${jsonText(value, { indent: layout.indent(start), column: column + 1 })}`;
        const indent = layout.column(start);
        return layout.isFirstOnLine(start) ? behindColon(value, { indent, column }) : ` ${flow(value)}`;
    }
}
/** At one place: what comes before what goes, inner mappings first, then the order of the calls. */
function inOrder(a, b) {
    return a.start - b.start || a.end - b.end || (b.indent ?? 0) - (a.indent ?? 0);
}

;// CONCATENATED MODULE: ./lib/import/passwords.js
// Passwords of security groups in the project file: which are named there, and those that an import adds.










/** What the project file says of them, with those that are set here. */
function passwordsIn({ files, projectFile, env }) {
    const own = [...files].filter(([path]) => path === projectFile);
    return (0,desired_load/* loadProject */.gi)((0,project_files/* filesInMemory */._o)(new Map(own)), { env, missingEnv: 'warning', projectFile }).passwords;
}
/** The groups of everything in a state, by name. */
function groupsIn({ keys, files }) {
    return distinct([...keys.values(), ...files.values()]);
}
/** The groups of what changes name. */
function groupsOf(changes, { keys, files }) {
    const named = changes.flatMap((change) => {
        if (change.kind !== 'file')
            return keys.get((0,state/* keyId */.xs)(change.key)) ?? [];
        return files.get((0,state/* fileId */.qp)(change.path, (0,model_context/* contextIn */.PO)(change.context))) ?? [];
    });
    return distinct(named);
}
function distinct(items) {
    return [...new Set(items.flatMap(({ securityGroup }) => securityGroup ?? []))].sort(diagnostic/* compareText */.n6);
}
/** The project file with a variable for each group that has none; `undefined` where nothing is to be added. */
function withPasswords(document, { groups, passwords, variables }) {
    const missing = groups.filter((group) => !passwords.variables.has(group));
    if (missing.length === 0)
        return undefined;
    const root = (0,dist/* parseDocument */.Tp)(document.text, { schema: 'failsafe', logLevel: 'silent' }).contents;
    // An edit would change what else the alias stands for.
    if ((0,dist/* isAlias */.Vj)(fieldOf(root, 'passwords')?.value))
        return undefined;
    const entries = missing.map((group) => ({
        name: group,
        value: mapping({ env: written_text(variables.forPassword(group)) }),
    }));
    return (0,dist/* isMap */.jh)(root) ? added(root, { document, entries }) : withLines(document, entries);
}
function added(root, { document, entries }) {
    const splices = new Splices(document);
    const pair = fieldOf(root, 'passwords');
    const all = { kind: 'mapping', entries, block: true };
    if (pair === undefined)
        splices.add(root, { entry: { name: 'passwords', value: all }, after: root.items.at(-1) });
    else if ((0,dist/* isMap */.jh)(pair.value) && pair.value.items.length > 0)
        for (const entry of entries)
            splices.add(pair.value, { entry, after: pair.value.items.at(-1) });
    else
        splices.setValue(pair, all);
    return splices.apply();
}
/** Nothing is in the file yet but comments. */
function withLines({ text: old }, entries) {
    const end = old === '' || old.endsWith('\n') ? '' : '\n';
    return `${old}${end}${blockEntries([{ name: 'passwords', value: { kind: 'mapping', entries, block: true } }], 0)}`;
}

;// CONCATENATED MODULE: ./lib/import/verify.js
// The project as it would be after an import, read by the same reader and compared with live before anything is written.





function afterwards({ files, projectFile, env, named, levels }) {
    const load = (by) => (0,desired_load/* loadProject */.gi)((0,project_files/* filesInMemory */._o)(files), { env: by, missingEnv: 'warning', projectFile, levels });
    const loaded = load({ ...env, ...named });
    const isWrong = mistakesIn(loaded).length > 0;
    // A variable may hold what does not fit any more: that is for its owner to set, not written wrongly.
    return { mistakes: isWrong ? mistakesIn(load(named)) : [], desired: loaded.state };
}
/** An empty project is what a repository without anything gives. */
function mistakesIn({ diagnostics }) {
    return diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'no-documents');
}
/** Why a change is still there: its document takes the item from elsewhere, or says it in a way that no edit reaches. */
function reasonFor(change, sites) {
    return isFromEnv(change, sites)
        ? 'its document takes it from the environment'
        : 'its document says it in a way that import does not edit; change it by hand';
}
function isFromEnv(change, sites) {
    const entries = change.kind === 'file' ? sites.files.get(change.path) : sites.keys.get((0,state/* keyId */.xs)(change.key));
    const site = change.kind === 'key' ? undefined : itemOf(entries, (0,model_context/* contextIn */.PO)(change.context));
    const value = site?.pair.value;
    return fieldOf(value, 'env') !== undefined || fieldOf(fieldOf(value, 'value')?.value, 'env') !== undefined;
}

// EXTERNAL MODULE: ./lib/desired/files.js
var files = __webpack_require__(3737);
;// CONCATENATED MODULE: ./lib/import/walk.js
// Syntax trees of `yaml` → sites: the walk through `keys`, `files` and `data` of every document.





function sitesOf(documents) {
    const sites = { roots: [], keys: new Map(), files: new Map() };
    for (const document of documents) {
        for (const parsed of (0,dist/* parseAllDocuments */.hR)(document.text, {
            schema: 'failsafe',
            uniqueKeys: false,
            logLevel: 'silent',
        })) {
            if (!('contents' in parsed) || !(0,dist/* isMap */.jh)(parsed.contents))
                continue;
            const shared = sharedAnchors(parsed.contents);
            const node = parsed.contents;
            const head = fieldOf(node, 'context')?.value;
            const context = (0,dist/* isScalar */.jn)(head) ? (0,model_context/* contextIn */.PO)(String(head.value)) : undefined;
            const root = { document, node, ...(context !== model_context/* EVERYWHERE */.Zh && { context }) };
            sites.roots.push(root);
            new Walk(root, sites, shared).walk();
        }
    }
    return sites;
}
function sharedAnchors(node) {
    const names = new Set();
    (0,dist/* visit */.YR)(node, { Alias: (_, alias) => void names.add(alias.source) });
    return names;
}
class Walk {
    #root;
    #sites;
    #shared;
    constructor(root, sites, shared) {
        this.#root = root;
        this.#sites = sites;
        this.#shared = shared;
    }
    walk() {
        const { node } = this.#root;
        for (const { parent, pair } of this.#pairs(fieldOf(node, 'keys')?.value))
            this.#key(parent, pair);
        for (const { parent, pair } of this.#pairs(fieldOf(node, 'files')?.value))
            this.#file(parent, pair);
        const data = fieldOf(node, 'data')?.value;
        if (!(0,dist/* isSeq */.oP)(data) || this.#isShared(data))
            return;
        for (const item of data.items)
            if ((0,dist/* isMap */.jh)(item) && !this.#isShared(item))
                this.#data(data, item);
    }
    #key(parent, pair) {
        const entry = this.#entry({ kind: 'keys', name: nameOf(pair), parent, item: pair });
        const here = this.#root.context ?? model_context/* EVERYWHERE */.Zh;
        if (!(0,dist/* isMap */.jh)(pair.value)) {
            this.#item(entry, { context: here, pair, parent, item: pair });
            return;
        }
        entry.object = pair.value;
        for (const { parent: object, pair: field } of this.#pairs(pair.value)) {
            if (nameOf(field) === 'value')
                this.#item(entry, { context: here, pair: field, parent: object, item: field });
            if (nameOf(field) === 'values')
                this.#contexts(entry, field.value);
        }
    }
    #file(parent, pair) {
        const entry = this.#entry({ kind: 'files', name: nameOf(pair), parent, item: pair });
        if (!(0,dist/* isMap */.jh)(pair.value))
            return;
        if (pair.value.items.some((field) => (0,dist/* isPair */.tO)(field) && (0,files/* isFileField */.ZU)(nameOf(field)))) {
            this.#item(entry, { context: this.#root.context ?? model_context/* EVERYWHERE */.Zh, pair, parent, item: pair });
            return;
        }
        entry.object = pair.value;
        this.#contexts(entry, pair.value);
    }
    #contexts(entry, node) {
        for (const { parent, pair } of this.#pairs(node)) {
            this.#item(entry, { context: (0,model_context/* contextIn */.PO)(nameOf(pair)), pair, parent, item: pair });
        }
    }
    #data(parent, node) {
        const [key, file] = [fieldOf(node, 'key'), fieldOf(node, 'file')];
        const name = file ?? key;
        if (name === undefined || !(0,dist/* isScalar */.jn)(name.value))
            return;
        const kind = { kind: 'data', name: String(name.value.value), parent, item: node };
        const entry = this.#entry({ ...kind, object: node }, file === undefined ? 'keys' : 'files');
        if (file !== undefined)
            this.#dataItem(entry, { node, parent, content: 'content' });
        const values = fieldOf(node, 'values')?.value;
        if (file !== undefined || !(0,dist/* isSeq */.oP)(values))
            return;
        for (const value of values.items)
            if ((0,dist/* isMap */.jh)(value))
                this.#dataItem(entry, { node: value, parent: values, content: 'value' });
    }
    #dataItem(entry, at) {
        const context = fieldOf(at.node, 'context')?.value;
        const pair = fieldOf(at.node, at.content);
        if (!(0,dist/* isScalar */.jn)(context) || pair === undefined || this.#isShared(at.node))
            return;
        this.#item(entry, {
            context: (0,model_context/* contextIn */.PO)(String(context.value)),
            pair,
            parent: at.parent,
            item: at.node,
        });
    }
    #entry(entry, of = entry.kind === 'files' ? 'files' : 'keys') {
        const site = { ...entry, root: this.#root, items: [] };
        const id = of === 'keys' ? (0,state/* keyId */.xs)(entry.name) : entry.name;
        const list = this.#sites[of].get(id) ?? [];
        this.#sites[of].set(id, [...list, site]);
        return site;
    }
    #item(entry, item) {
        if (!this.#isShared(item.pair.value))
            entry.items.push({ ...item, entry });
    }
    /** The pairs of a mapping that are written there, and nowhere else. */
    #pairs(node) {
        if (!(0,dist/* isMap */.jh)(node) || this.#isShared(node))
            return [];
        return node.items.flatMap((pair) => {
            const isOwn = (0,dist/* isScalar */.jn)(pair.key) && nameOf(pair) !== '<<' && !this.#isShared(pair.value);
            return isOwn ? [{ parent: node, pair }] : [];
        });
    }
    #isShared(node) {
        if ((0,dist/* isAlias */.Vj)(node))
            return true;
        const anchor = (0,dist/* isScalar */.jn)(node) || (0,dist/* isMap */.jh)(node) || (0,dist/* isSeq */.oP)(node) ? node.anchor : undefined;
        return anchor !== undefined && this.#shared.has(anchor);
    }
}

;// CONCATENATED MODULE: ./lib/import/changes.js








/** The changes that lead from what documents declare to live. */
function changesTo(live, desired, { input, documents }) {
    const { baseline, target } = input;
    const depth = target.levels.length;
    const completed = (0,complete/* complete */.M)(desired, input.live, input);
    const present = (0,keep/* keepUnmanaged */.C)(completed, { live: (0,state/* emptyState */.p$)(), prune: 'all' });
    const known = withoutHidden(present, { live, input });
    const sides = baseline && { baseline, desired: input.desired, live: live.state, depth };
    const changes = (0,diff/* diff */.U)(sides === undefined ? live.state : withDrift(known, sides), known, depth);
    return comparable(changes, { documents, desired, live, isDrift: baseline !== undefined });
}
/**
 * What cannot be compared is not known to differ; but what a cipher guards does not belong into a document, and the
 * group of a file is known in any case.
 */
function comparable(changes, { documents, desired, live, isDrift }) {
    const unsure = isDrift ? [] : changes.filter(({ rewritten }) => rewritten);
    const sites = sitesOf(unsure.length === 0 ? [] : documents);
    const isInClear = (change) => !isFromEnv(change, sites) && groupsOf([change], live.state).length > 0;
    const kept = new Set(unsure.filter((change) => isInClear(change) || isInOther(change, { desired, live: live.state })));
    return changes.filter((change) => !change.rewritten || kept.has(change));
}
function isInOther(change, { desired, live }) {
    const declared = change.kind === 'file' ? groupsOf([change], desired) : [];
    return declared.length > 0 && declared[0] !== groupsOf([change], live)[0];
}
/** Without what the server has in a form that no document can declare: nobody knows how it should be there. */
function withoutHidden({ keys, files }, { live, input }) {
    const isHidden = (there, id, shown) => there?.has(id) === true && shown?.has(id) !== true;
    const visible = [...keys].map(([id, key]) => {
        const [there, shown] = [input.live.keys.get(id)?.values, live.state.keys.get(id)?.values];
        const values = [...key.values].filter(([context]) => !isHidden(there, context, shown));
        return [id, { ...key, values: new Map(values) }];
    });
    return {
        keys: new Map(visible.filter(([id]) => !isHidden(input.live.keys, id, live.state.keys))),
        files: new Map([...files].filter(([id]) => !isHidden(input.live.files, id, live.state.files))),
    };
}

// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
// EXTERNAL MODULE: ./lib/model/vdt.js
var model_vdt = __webpack_require__(2783);
// EXTERNAL MODULE: ./lib/desired/builder.js + 1 modules
var builder = __webpack_require__(1856);
;// CONCATENATED MODULE: ./lib/import/declarable.js
// What of live documents can declare, and what they cannot, with the reason.





/** @param depth number of context levels */
function declarable(live, depth) {
    const leftOut = [];
    const untyped = new Set();
    const keys = new Map();
    for (const [id, key] of live.keys) {
        if (!builder/* KEY_NAME */.G.test(key.name)) {
            leftOut.push({ item: key.name, reason: 'documents cannot hold a key of this name' });
            continue;
        }
        const values = declarableValues(key, { depth, leftOut });
        keys.set(id, { ...key, values });
        if (isFitting(key, values))
            continue;
        untyped.add(id);
        leftOut.push({ item: key.name, reason: `its type ${key.vdt}: not all of its values fit it` });
    }
    const files = new Map();
    for (const [id, file] of live.files) {
        const reason = fileReason(file, depth);
        if (reason === undefined)
            files.set(id, file);
        else
            leftOut.push({ item: declarable_itemOf(file.path, file.context, depth), reason });
    }
    return { state: { keys, files }, untyped, leftOut };
}
/** `db.host [Production;*]`, in every message about an item. */
function declarable_itemOf(name, context, depth) {
    return `${name} [${(0,model_context/* fullContext */.NH)(context, depth)}]`;
}
function declarableValues(key, { depth, leftOut }) {
    const values = new Map();
    for (const [id, value] of key.values) {
        const reason = valueReason(key, value, depth);
        if (reason === undefined)
            values.set(id, value);
        else
            leftOut.push({ item: declarable_itemOf(key.name, value.context, depth), reason });
    }
    if (key.inactive) {
        const reason = `${(0,counted/* counted */.h)(key.inactive, 'inactive value')}, which no push can see or write`;
        leftOut.push({ item: key.name, reason });
    }
    return values;
}
function isFitting({ vdt }, values) {
    return (vdt === undefined ||
        [...values.values()].every(({ text, unknown }) => unknown || (0,model_vdt/* valueProblem */.FQ)(vdt, text) === undefined));
}
function valueReason({ vdt }, { context, text, unknown, duplicates }, depth) {
    if (duplicates)
        return duplicateReason(duplicates);
    // A cipher text has no type; the server checked the clear one.
    if (vdt !== undefined && !unknown && (0,model_vdt/* storedText */.VS)(vdt, text) !== text)
        return `the server would store it in another form, as it is ${vdt}`;
    return contextReason(context, depth) ?? (text === null ? undefined : textReason(text));
}
function fileReason({ path, context, content, duplicates }, depth) {
    if (duplicates)
        return duplicateReason(duplicates);
    const problem = (0,files/* filePathProblem */.tX)(path);
    if (problem !== undefined)
        return `its path ${problem}`;
    if ((0,files/* isFileField */.ZU)(context))
        return 'the name of its context has another meaning in documents';
    return contextReason(context, depth) ?? textReason(content);
}
function duplicateReason(duplicates) {
    return `the server holds ${duplicates + 1} active rows of it, and a document can declare one`;
}
function contextReason(context, depth) {
    if (context === model_context/* EVERYWHERE */.Zh)
        return undefined;
    const elements = (0,model_context/* elementsOf */.ZE)(context);
    const isNamed = (name) => name === '*' || (model_context/* ELEMENT_NAME */.Hi.test(name) && name.length <= model_context/* ELEMENT_NAME_MAX */.cc);
    if (elements.length === depth && elements.every(isNamed))
        return undefined;
    return 'documents cannot hold a context of this name';
}
function textReason(text) {
    if (text.includes('\0'))
        return 'it holds a NUL character';
    return /[\uD800-\uDFFF]/u.test(text)
        ? 'it holds half of a surrogate pair, which is no character'
        : undefined;
}

// EXTERNAL MODULE: ./lib/model/place.js
var place = __webpack_require__(5298);
// EXTERNAL MODULE: ./lib/desired/parse.js + 4 modules
var parse = __webpack_require__(2930);
// EXTERNAL MODULE: ./lib/desired/glob-paths.js
var glob_paths = __webpack_require__(9327);
// EXTERNAL MODULE: ./lib/desired/references.js
var references = __webpack_require__(966);
;// CONCATENATED MODULE: ./lib/import/documents.js
// Which of the project's files are documents, and which are contents that documents name.





/** By the same rule as the reader: what a `path` names is no document. */
function projectTexts(files, { include, projectFile }) {
    const isDocument = (0,glob_paths/* matcher */.jN)(include);
    const candidates = [...files].flatMap(([path, bytes]) => {
        const decoded = (0,project_files/* decodeUtf8 */._6)(bytes);
        return path !== projectFile && isDocument(path) && 'text' in decoded ? [{ path, ...decoded }] : [];
    });
    const named = new Set(candidates.flatMap(namedIn));
    return { documents: candidates.filter(({ path }) => !named.has(path)), named };
}
function namedIn({ path, text }) {
    const trees = (0,parse/* parseTrees */.$)(new place/* Source */.k(path, text), () => undefined);
    return trees.flatMap((tree) => [...(0,references/* references */.F)(path, tree)]).map((reference) => reference.path);
}

;// CONCATENATED MODULE: ./lib/import/nodes.js
// What stands in a document, to be written again elsewhere in it.





/** A node with the meaning that it has where it stands. */
function writtenOf(node, layout) {
    if ((0,dist/* isMap */.jh)(node)) {
        const entries = node.items.filter(dist/* isPair */.tO).map((pair) => ({
            name: nameOf(pair),
            value: writtenOf(pair.value, layout),
        }));
        return { kind: 'mapping', entries };
    }
    if ((0,dist/* isSeq */.oP)(node))
        return { kind: 'list', items: node.items.map((item) => writtenOf(item, layout)) };
    if (!(0,dist/* isScalar */.jn)(node))
        return NULL;
    if (node.type !== 'PLAIN')
        return { kind: 'text', text: String(node.value), quoted: true };
    const source = layout.slice(node);
    // What could not stand between braces as it is, is a text in any case.
    return /^[\w.+~-]*$/.test(source) ? { kind: 'source', source } : { kind: 'text', text: String(node.value) };
}
/** A text in the quotes that another one has; `undefined`: not on one line, or another form is better. */
function inStyleOf(node, text, { isJson }) {
    if (isJson) {
        return node.type === 'PLAIN' && isBare(text) ? text : doubleQuoted(text);
    }
    if (node.type === 'QUOTE_DOUBLE')
        return doubleQuoted(text);
    if (node.type === 'QUOTE_SINGLE')
        return singleQuoted(text);
    return undefined;
}
/** Whether a text belongs behind `|`, as the one that stands there. */
function staysLiteral(node, text) {
    return (0,dist/* isScalar */.jn)(node) && /^BLOCK/.test(node.type ?? '') && isLiteral(text);
}

// EXTERNAL MODULE: ./lib/model/json-node.js
var json_node = __webpack_require__(6946);
// EXTERNAL MODULE: ./lib/model/lenient-json.js
var lenient_json = __webpack_require__(9201);
;// CONCATENATED MODULE: ./lib/import/native.js
// JSON texts as native mappings and lists, where reading them back gives the same JSON.




/** Longer values are easier to handle in a file of their own. */
const MAX_TEXT = 4000;
const MAX_DEPTH = 12;
/** `value: { path: x }` would name a file: such a mapping is wrapped once more. */
const VALUE_FIELDS = new Set(['value', 'path', 'env', 'opp']);
/** `undefined`: better written as text. */
function nativeShape(json) {
    if (json.length > MAX_TEXT || !isStrictJson(json))
        return undefined;
    const parsed = (0,lenient_json/* parseLenientJson */.Ri)(json);
    const shape = 'value' in parsed ? shapeOf(parsed.value, 0) : undefined;
    if (shape?.kind === 'list')
        return shape;
    if (shape?.kind !== 'mapping')
        return undefined;
    const isValueObject = shape.entries.some(({ name }) => VALUE_FIELDS.has(name));
    return isValueObject ? { kind: 'mapping', entries: [{ name: 'value', value: shape }] } : shape;
}
function isStrictJson(json) {
    try {
        JSON.parse(json);
        return true;
    }
    catch {
        return false;
    }
}
function shapeOf(node, depth) {
    if (depth > MAX_DEPTH)
        return undefined;
    if (node === null)
        return NULL;
    if (typeof node === 'boolean')
        return { kind: 'source', source: String(node) };
    if (node instanceof json_node/* JsonNumber */.WP)
        return numberShape(node);
    if (typeof node === 'string')
        return textShape(node);
    if (Array.isArray(node))
        return listShape(node, depth);
    return (0,json_node/* isJsonObject */.OW)(node) ? mappingShape(node, depth) : undefined;
}
function listShape(node, depth) {
    const items = whole(node.map((item) => shapeOf(item, depth + 1)));
    return items && { kind: 'list', items };
}
function mappingShape(node, depth) {
    const entries = whole(Array.from(node, ([name, member]) => {
        const value = shapeOf(member, depth + 1);
        return value === undefined || isUnfit(name) ? undefined : { name, value };
    }));
    return entries && { kind: 'mapping', entries };
}
function numberShape({ literal }) {
    return isBare(literal) ? { kind: 'source', source: literal } : undefined;
}
/** A text that looks like a number or a boolean would be one without quotes. */
function textShape(text) {
    if (isUnfit(text))
        return undefined;
    return { kind: 'text', text, ...(isBare(text) && { quoted: true }) };
}
function isUnfit(text) {
    return text.includes('\0') || /[\uD800-\uDFFF]/u.test(text);
}
function whole(items) {
    return items.every((item) => item !== undefined) ? items : undefined;
}

;// CONCATENATED MODULE: ./lib/import/shapes.js
// Values, keys and files in the shortest form that the format has for them.




/** A text that is longer stands in a file of its own. */
const shapes_MAX_TEXT = 120;
const NATIVE = ['Map', 'List', 'JSON'];
function valueShape(workshop, { document }, { name, vdt, value }) {
    const { context, text: of } = value;
    if (of === null)
        return NULL;
    if (of === '')
        return written_text('');
    const { beside, variables, depth } = workshop;
    const item = declarable_itemOf(name, context, depth);
    if (workshop.isSecret(name, of))
        return mapping({
            env: written_text(variables.nameFor({ name, context, item, ...(!value.unknown && { text: of }) })),
        });
    const native = NATIVE.includes(vdt) ? nativeShape(of) : undefined;
    if (native !== undefined)
        return native;
    if (of.length <= shapes_MAX_TEXT && !/[\r\n](?!$)/.test(of))
        return written_text(of);
    return mapping({ path: written_text(beside.value(document, { key: name, context, vdt, text: of })) });
}
/** What stands behind the name of a key. */
function keyShape(workshop, home, { name, metadata, vdt, values }) {
    const written = values.map((value) => ({
        context: value.context,
        value: valueShape(workshop, home, { name, vdt, value }),
    }));
    // Without values there would be nothing to say.
    const described = values.length === 0 && vdt !== undefined ? { vdt, ...metadata } : metadata;
    return keyForm(workshop, home, { metadata: described, values: written });
}
/** The shortest form of a key: its value alone, a value and what the key is, or a value for each context. */
function keyForm(workshop, home, { metadata, values }) {
    const [only] = values;
    if (only === undefined)
        return described(metadata, {});
    if (values.length > 1 || !isAtHome(home, only.context))
        return described(metadata, { values: inContexts(workshop, values) });
    const { value } = only;
    const isBare = Object.keys(metadata).length === 0 && value.kind !== 'mapping' && value.kind !== 'list';
    return isBare ? value : described(metadata, { value });
}
/** Whether a value of this context needs no name of it. */
function isAtHome(home, context) {
    return (0,model_context/* contextId */.PF)(context) === (0,model_context/* contextId */.PF)(home.context ?? model_context/* EVERYWHERE */.Zh);
}
/** The readme first, then what the key is, then its values. */
function described({ readme, vdt, deprecated, push, securityGroup }, values) {
    const fields = mapping({
        readme: readme === undefined ? undefined : written_text(readme),
        vdt: vdt === undefined ? undefined : written_text(vdt),
        securityGroup: securityGroup === undefined ? undefined : written_text(securityGroup),
        ...values,
        deprecated: flag(deprecated),
        push: flag(push),
    });
    return readme === undefined ? fields : { ...fields, block: true };
}
function flag(of) {
    return of === undefined ? undefined : { kind: 'source', source: String(of) };
}
/** Broad contexts first, each in full. */
function inContexts(workshop, items) {
    const sorted = [...items].sort((a, b) => (0,model_context/* compareContexts */.wn)(a.context, b.context));
    const entries = sorted.map(({ context, value }) => ({ name: contextName(workshop, context), value }));
    return { kind: 'mapping', entries, block: true };
}
function contextName({ depth, spelled }, context) {
    return (0,model_context/* fullContext */.NH)(spelled(context), depth);
}
function fileShape(workshop, { document }, file) {
    const { path, context, content } = file;
    const securityGroup = file.securityGroup === undefined ? undefined : written_text(file.securityGroup);
    if (content === '')
        return mapping({ content: written_text(''), securityGroup });
    const { beside, variables, depth, isSecret } = workshop;
    const item = declarable_itemOf(path, context, depth);
    const secret = { name: path, context, item, ...(!file.unknown && { text: content }) };
    if (isSecret(path, content))
        return mapping({ env: written_text(variables.nameFor(secret)), securityGroup });
    return mapping({ path: written_text(beside.file(document, file)), securityGroup });
}
/** What stands behind the path of a file. */
function filesShape(workshop, home, files) {
    const written = files.map((file) => ({ context: file.context, value: fileShape(workshop, home, file) }));
    return filesForm(workshop, home, written);
}
function filesForm(workshop, home, contents) {
    const [only] = contents;
    const isBare = contents.length === 1 && only !== undefined && isAtHome(home, only.context);
    return isBare ? only.value : inContexts(workshop, contents);
}
/** What a new declaration of a key says of it: everything that is not the default. */
function metadataOf(key, isTyped) {
    return {
        ...(key.readme && { readme: key.readme }),
        ...(isTyped && key.vdt !== undefined && key.vdt !== 'Text' && { vdt: key.vdt }),
        ...(key.deprecated && { deprecated: true }),
        ...(key.push === false && { push: false }),
        ...(key.securityGroup !== undefined && { securityGroup: key.securityGroup }),
    };
}
/** An empty line where the first part of the names changes, unless every key has one of its own. */
function spaced(entries) {
    const prefix = ({ name }) => prefixOf(name);
    const groups = new Set(entries.map(prefix)).size;
    if (groups * 2 > entries.length)
        return [...entries];
    return entries.map((entry, i) => {
        const before = entries[i - 1];
        return before === undefined || prefix(before) === prefix(entry) ? entry : { ...entry, gap: true };
    });
}
/** `db` of `db.pool.size`, without regard to case; `''` where there is no dot. */
function prefixOf(name) {
    const dot = name.indexOf('.');
    return dot < 1 ? '' : name.slice(0, dot).toLowerCase();
}

;// CONCATENATED MODULE: ./lib/import/entry-edits.js
// Edits of one entry of a document: what changes in it is put in place, or the entry is written anew.








function editEntry(edit, desk) {
    const { entry, removes, sets } = edit;
    if (isGone(edit))
        desk.splices.remove(entry.parent, entry.item);
    else if (isRewritten(edit))
        desk.splices.setValue(entry.item, rewritten(edit, desk));
    else {
        for (const { site, wanted } of sets)
            desk.setItem(site, wanted);
        for (const { parent, item } of withoutEmpty(edit, removes))
            desk.splices.remove(parent, item);
        addFields(edit, desk);
        addItems(edit, desk);
    }
}
/** Nothing is left that the entry would say. */
function isGone({ entry, removes, adds, last }) {
    if (adds.length > 0 || last || removes.length < entry.items.length || removes.length === 0)
        return false;
    if (entry.kind === 'data')
        return fieldOf(entry.object, 'file') !== undefined;
    return entry.kind === 'files' || metadataPairs(entry).length === 0;
}
/** What stands on one line has no layout of its own to be kept. */
function isRewritten({ entry, removes, adds, metadata, without, last }) {
    if (entry.kind === 'data')
        return false;
    const isEmptied = last && removes.length === entry.items.length && adds.length === 0 && removes.length > 0;
    const isNew = METADATA.some((name) => metadata[name] !== undefined && !fieldOf(entry.object, name));
    if (!isEmptied && adds.length === 0 && removes.length === 0 && !isNew && without.length === 0)
        return false;
    const values = fieldOf(entry.object, 'values')?.value;
    return !isBlock(entry.object) || (entry.kind === 'keys' && (0,dist/* isMap */.jh)(values) && !isBlock(values));
}
function rewritten(edit, { workshop, splices }) {
    const { entry, removes, sets, adds } = edit;
    const home = homeOf(entry);
    const kept = entry.items.flatMap((site) => {
        if (removes.includes(site))
            return [];
        const set = sets.find((one) => one.site === site);
        const value = set?.wanted.shape(home) ?? writtenOf(site.pair.value, splices.layout);
        return [{ context: site.context, value }];
    });
    const values = [...kept, ...adds.map((wanted) => ({ context: wanted.context, value: wanted.shape(home) }))];
    if (entry.kind === 'files')
        return filesForm(workshop, home, values);
    const metadata = { ...edit.last, ...metadataIn(entry), ...edit.metadata };
    for (const name of edit.without)
        delete metadata[name];
    return keyForm(workshop, home, { metadata, values });
}
function homeOf({ root }) {
    return { document: root.document.path, context: root.context };
}
const METADATA = [
    'readme',
    'vdt',
    'deprecated',
    'push',
    'securityGroup',
];
function metadataPairs({ object }) {
    return METADATA.flatMap((name) => fieldOf(object, name) ?? []);
}
function metadataIn(entry) {
    const field = (name) => {
        const value = fieldOf(entry.object, name)?.value;
        return (0,dist/* isScalar */.jn)(value) ? String(value.value) : undefined;
    };
    const [readme, vdt, deprecated, push, securityGroup] = METADATA.map(field);
    return {
        ...(readme !== undefined && { readme }),
        ...(vdt !== undefined && (0,model_vdt/* isVdt */.PB)(vdt) && { vdt }),
        ...(deprecated !== undefined && { deprecated: /^true$/i.test(deprecated) }),
        ...(push !== undefined && { push: /^true$/i.test(push) }),
        ...(securityGroup !== undefined && { securityGroup }),
    };
}
/** Where every context goes, `values` goes along. */
function withoutEmpty({ entry, adds }, removes) {
    const pair = entry.kind === 'keys' ? fieldOf(entry.object, 'values') : undefined;
    const inValues = removes.filter(({ parent }) => parent === pair?.value);
    const isEmptied = (0,dist/* isMap */.jh)(pair?.value) && inValues.length === pair.value.items.length;
    if (!isEmptied || entry.object === undefined || pair === undefined || adds.length > 0)
        return [...removes];
    return [...removes.filter((site) => !inValues.includes(site)), { parent: entry.object, item: pair }];
}
function addFields({ entry, metadata, without }, { splices }) {
    const { object } = entry;
    if (object === undefined)
        return;
    for (const name of METADATA) {
        const value = metadata[name];
        const pair = fieldOf(object, name);
        if (without.includes(name) && pair !== undefined)
            splices.remove(object, pair);
        if (value === undefined)
            continue;
        const written = typeof value === 'string' ? written_text(value) : { kind: 'source', source: String(value) };
        const isHead = (name === 'readme' || name === 'vdt') && entry.kind !== 'data';
        const after = isHead ? undefined : object.items.at(-1);
        if (pair !== undefined)
            splices.setValue(pair, written);
        else
            splices.add(object, { entry: { name, value: written }, after });
    }
}
function addItems({ entry, adds }, { workshop, splices }) {
    const { object } = entry;
    if (object === undefined || adds.length === 0)
        return;
    const home = homeOf(entry);
    const items = adds.map((wanted) => ({ context: wanted.context, value: wanted.shape(home) }));
    const contexts = entry.kind === 'files' ? object : fieldOf(object, 'values')?.value;
    if ((0,dist/* isMap */.jh)(contexts))
        addContexts(contexts, items, { workshop, splices });
    else
        for (const field of fieldsFor(items, { workshop, home }))
            splices.add(object, { entry: field, after: object.items.at(-1) });
}
function fieldsFor(items, { workshop, home }) {
    const own = items.find(({ context }) => isAtHome(home, context));
    const others = items.filter((item) => item !== own);
    return [
        ...(own === undefined ? [] : [{ name: 'value', value: own.value }]),
        ...(others.length === 0 ? [] : [{ name: 'values', value: inContexts(workshop, others) }]),
    ];
}
/** Among others in their order, or behind them where they have none. */
function addContexts(contexts, items, { workshop, splices }) {
    const there = contexts.items.map((pair) => ({ pair, context: (0,model_context/* contextIn */.PO)(nameOf(pair)) }));
    const isSorted = there.every(({ context }, i) => (0,model_context/* compareContexts */.wn)(there[i - 1]?.context ?? context, context) <= 0);
    for (const { context, value } of [...items].sort((a, b) => (0,model_context/* compareContexts */.wn)(a.context, b.context))) {
        const before = there.filter((one) => !isSorted || (0,model_context/* compareContexts */.wn)(one.context, context) < 0);
        splices.add(contexts, {
            entry: { name: contextName(workshop, context), value },
            after: before.at(-1)?.pair,
        });
    }
}

;// CONCATENATED MODULE: ./lib/import/entry-plan.js
// Which entries of the documents get which changes: each change goes where the item stands, or where it fits.


/** One edit for each entry of a key or a file. */
function entryEdits(entries, { changes, wanted, metadata = {}, without = [], kept }) {
    const edits = entries.map((entry) => {
        const gone = without.filter((name) => fieldOf(entry.object, name) !== undefined);
        const own = metadataFor(entry, { entries, metadata });
        return { entry, removes: [], sets: [], adds: [], metadata: own, without: gone };
    });
    for (const change of changes) {
        if (change.kind !== 'key')
            entry_plan_assign(change, { edits, wanted: change.action === 'delete' ? undefined : wanted(change) });
    }
    const isLeft = edits.some(({ entry, removes, adds }) => removes.length < entry.items.length || adds.length > 0);
    const [first] = edits;
    if (kept !== undefined && !isLeft && first !== undefined)
        first.last = kept;
    return edits;
}
function entry_plan_assign(change, { edits, wanted }) {
    const context = (0,model_context/* contextIn */.PO)(change.context);
    const site = itemOf(edits.map(({ entry }) => entry), context);
    const edit = edits.find(({ entry }) => entry === site?.entry);
    if (site === undefined || edit === undefined) {
        if (wanted !== undefined && change.action === 'create')
            editFor(edits, context)?.adds.push(wanted);
    }
    else if (wanted === undefined)
        edit.removes.push(site);
    else
        edit.sets.push({ site, wanted });
}
function idOf(change) {
    return (0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(change.context));
}
/** The members that live has otherwise; of a key that was only forbidden in places, those that are no default. */
function differing({ before, after }, ofNewKey) {
    if (before === undefined)
        return ofNewKey;
    const members = Object.entries(after ?? {}).filter(([name, value]) => before[name] !== value);
    return Object.fromEntries(members);
}
/** Members that the documents declare and live has not. */
function missing(own) {
    const names = Object.keys(own?.before ?? {});
    return names.filter((name) => own?.after?.[name] === undefined);
}
/** Mappings and lists that the type no longer allows, though their text is the same. */
function nativeOnes(key, { declared, changes }) {
    const changed = new Set(changes.flatMap((change) => (change.kind === 'value' ? idOf(change) : [])));
    return [...(declared?.values.values() ?? [])]
        .filter(({ native, context }) => native && !changed.has((0,model_context/* contextId */.PF)(context)))
        .map(({ context }) => ({ kind: 'value', action: 'update', key: key.name, context, vdt: 'Text' }));
}
/** Each field where it is declared; one that is declared nowhere goes to the first entry that takes fields. */
function metadataFor(entry, { entries, metadata }) {
    const members = Object.entries(metadata).filter(([name]) => {
        const owners = entries.filter(({ object }) => fieldOf(object, name) !== undefined);
        return owners.length === 0 ? entry === entries[0] : owners.includes(entry);
    });
    return Object.fromEntries(members);
}
/** A document of the context itself, otherwise the first of no context, otherwise the first. */
function editFor(edits, context) {
    const open = edits.filter(({ entry }) => entry.kind !== 'data');
    const home = open.find(({ entry }) => entry.root.context?.toLowerCase() === context.toLowerCase());
    return home ?? open.find(({ entry }) => entry.root.context === undefined) ?? open[0];
}

;// CONCATENATED MODULE: ./lib/import/from-live.js
// Items of live by the changes that name them, and the shapes that they get in documents.



class FromLive {
    #live;
    #workshop;
    constructor(live, workshop) {
        this.#live = live;
        this.#workshop = workshop;
    }
    /** A key that no document declares, in a document. */
    keyShape(root, key) {
        const isTyped = !this.#live.untyped.has((0,state/* keyId */.xs)(key.name));
        const vdt = isTyped ? key.vdt : undefined;
        const values = [...key.values.values()];
        const shape = { name: key.name, metadata: metadataOf(key, isTyped), vdt, values };
        return keyShape(this.#workshop, homeAt(root), shape);
    }
    /** @param vdt the type that the documents declare */
    value(change, { key, vdt }) {
        const value = liveValue(key, change);
        if (value === undefined)
            return undefined;
        const { context, text } = value;
        return {
            context,
            text,
            shape: (home) => valueShape(this.#workshop, home, { name: key.name, vdt, value }),
        };
    }
    file(change) {
        const file = this.fileEntry(change);
        if (file === undefined)
            return undefined;
        const { context, content, securityGroup } = file;
        return {
            context,
            text: content,
            ...(securityGroup !== undefined && { securityGroup }),
            shape: (home) => fileShape(this.#workshop, home, file),
        };
    }
    fileEntry({ path, context }) {
        return this.#live.state.files.get((0,state/* fileId */.qp)(path, (0,model_context/* contextIn */.PO)(context)));
    }
}
function liveValue(key, { context }) {
    return key.values.get((0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(context)));
}
function homeAt({ document, context }) {
    return { document: document.path, context };
}

;// CONCATENATED MODULE: ./lib/import/grouped.js
// Lists by what their members have in common (`Map.groupBy`, which Node 20 has not).
function grouped(items, groupOf) {
    const groups = new Map();
    for (const item of items) {
        const group = groupOf(item);
        const members = groups.get(group);
        if (members === undefined)
            groups.set(group, [item]);
        else
            members.push(item);
    }
    return groups;
}

;// CONCATENATED MODULE: ./lib/import/item-edits.js
// One value or content of a document gets another text, in the form that it has there, where that can be.








const item_edits_MAX_LINE = 120;
function setItem(site, wanted, desk) {
    const { entry } = site;
    const pair = innerPair(site);
    // What comes from the environment is in no file.
    if (fieldOf(pair.value, 'env') !== undefined) {
        regroup(site, wanted, desk);
        return;
    }
    const isSecret = wanted.text !== null && wanted.text !== '' && desk.isSecret(entry.name, wanted.text);
    if (!isSecret && (inFile(site, wanted, desk) || inPlace(pair, wanted, { site, desk })))
        regroup(site, wanted, desk);
    // Its form in the interface's own shape is a text.
    else if (entry.kind !== 'data')
        desk.splices.setValue(site.pair, formOf(site, wanted));
}
/** A file that says another group than it has. */
function regroup({ entry, pair }, { securityGroup }, { splices }) {
    const field = entry.kind === 'files' ? fieldOf(pair.value, 'securityGroup') : undefined;
    if (field === undefined || !(0,dist/* isMap */.jh)(pair.value))
        return;
    if (securityGroup === undefined)
        splices.remove(pair.value, field);
    else if (!(0,dist/* isScalar */.jn)(field.value) || field.value.value !== securityGroup)
        splices.setValue(field, written_text(securityGroup));
}
function formOf(site, wanted) {
    const { entry, pair } = site;
    const shape = wanted.shape(homeOf(entry));
    const isNative = shape.kind === 'mapping' && isBlock(pair.value);
    const form = isNative && fieldOf(pair.value, 'path') === undefined ? { ...shape, block: true } : shape;
    const isBare = entry.kind === 'keys' && entry.object === undefined;
    if (!isBare || shape.kind !== 'mapping')
        return form;
    return { kind: 'mapping', entries: [{ name: 'value', value: form }] };
}
/** `{ value: x }` and `{ content: x }` hold the text one step further in. */
function innerPair({ pair, entry }) {
    const inner = fieldOf(pair.value, entry.kind === 'files' ? 'content' : 'value');
    return inner !== undefined && (0,dist/* isScalar */.jn)(inner.value) ? inner : pair;
}
/** A file that this item alone names gets the text. */
function inFile(site, wanted, { users, contents }) {
    const path = pathOf(site);
    if (path === undefined || users.get(path) !== 1 || wanted.text === null)
        return false;
    contents.set(path, wanted.text);
    return true;
}
function inPlace(pair, wanted, { site, desk }) {
    const { splices } = desk;
    const node = pair.value;
    if (!(0,dist/* isScalar */.jn)(node))
        return false;
    const isData = site.entry.kind === 'data';
    if (wanted.text === null) {
        splices.replace(node, 'null');
        return true;
    }
    if (!isData && !splices.isJson && staysLiteral(node, wanted.text)) {
        splices.setValue(pair, written_text(wanted.text));
        return true;
    }
    const isLong = wanted.text.length > Math.max(item_edits_MAX_LINE, String(node.value).length);
    const isBroken = /[\r\n](?!$)/.test(wanted.text);
    if (!isData && (isLong || isBroken))
        return false;
    const parent = (0,dist/* isMap */.jh)(site.pair.value) ? site.pair.value : site.parent;
    const plain = () => scalar({ kind: 'text', text: wanted.text ?? '' }, { flow: parent.flow === true });
    splices.replace(node, inStyleOf(node, wanted.text, splices) ?? plain());
    return true;
}
/** The file that an item takes its text from. */
function pathOf({ pair, entry }) {
    const reference = fieldOf(pair.value, 'path')?.value;
    if (entry.kind === 'data' || !(0,dist/* isScalar */.jn)(reference))
        return undefined;
    return (0,project_files/* resolvePath */.o1)(entry.root.document.path, String(reference.value));
}
/** How many items take their text from each file. */
function usersOf(sites) {
    const users = new Map();
    for (const entry of [...sites.keys.values(), ...sites.files.values()].flat()) {
        for (const path of entry.items.flatMap((item) => pathOf(item) ?? []))
            users.set(path, (users.get(path) ?? 0) + 1);
    }
    return users;
}

;// CONCATENATED MODULE: ./lib/import/placement.js
// Where a new key or file goes: into the document, and to the place in it, where its neighbours are.




/** Documents for what is nowhere declared yet, by the field that takes it. */
class Placement {
    #candidates;
    #separator;
    constructor(sites, field) {
        this.#separator = field === 'keys' ? '.' : '/';
        this.#candidates = sites.roots.flatMap((root) => this.#candidate(root, field));
    }
    /** `undefined`: nothing there is like it. */
    placeFor(name, contexts) {
        const fitting = this.#candidates
            .map((candidate) => ({ candidate, rank: rankOf(candidate.root, contexts) }))
            .sort((a, b) => a.rank - b.rank);
        for (const prefix of prefixesOf(name, this.#separator).reverse()) {
            const near = fitting.find(({ candidate, rank }) => rank < ELSEWHERE && candidate.prefixes.has(prefix));
            if (near !== undefined)
                return placeIn(near.candidate, name, prefix);
        }
        const open = fitting.filter(({ rank }) => rank <= ANYWHERE).map(({ candidate }) => candidate);
        const imported = open.find(({ root }) => /(?:^|\/)imported\.\w+$/.test(root.document.path));
        const last = imported ?? (this.#candidates.length === 1 ? open[0] : undefined);
        return last && placeIn(last, name, '');
    }
    #candidate(root, field) {
        const into = fieldOf(root.node, field)?.value;
        if (!(0,dist/* isMap */.jh)(into) || into.anchor !== undefined)
            return [];
        const names = into.items.map((item) => ({ name: nameOf(item).toLowerCase(), item }));
        const prefixes = new Set(names.flatMap(({ name }) => prefixesOf(name, this.#separator)));
        const isSorted = names.every(({ name }, i) => (0,diagnostic/* compareText */.n6)(names[i - 1]?.name ?? name, name) <= 0);
        return [{ root, into, names, prefixes, isSorted }];
    }
}
const ANYWHERE = 1;
const ELSEWHERE = 3;
/** A document of just this context first, then those of none, then those of one of several contexts. */
function rankOf({ context }, contexts) {
    if (context === undefined)
        return ANYWHERE;
    const own = contexts.filter((one) => (0,model_context/* contextId */.PF)(one) === (0,model_context/* contextId */.PF)(context));
    if (own.length === 0)
        return ELSEWHERE;
    return own.length === contexts.length ? 0 : ELSEWHERE - 1;
}
/** `db.pool.size` → `db`, `db.pool`. */
function prefixesOf(name, separator) {
    const parts = name.toLowerCase().split(separator).slice(0, -1);
    return parts.map((_, i) => parts.slice(0, i + 1).join(separator));
}
function placeIn({ root, into, names, isSorted }, name, prefix) {
    const id = name.toLowerCase();
    const before = names.filter((one) => isSorted ? (0,diagnostic/* compareText */.n6)(one.name, id) < 0 : one.name.startsWith(prefix));
    return { root, into, after: before.at(-1)?.item };
}

;// CONCATENATED MODULE: ./lib/import/edits.js
// The plan turned round: every change that leads from the documents to live, made in the documents.













function editDocuments(input) {
    const editor = new Editor(input);
    const byKind = grouped(input.changes, ({ kind }) => (kind === 'file' ? 'file' : 'key'));
    const keys = grouped(byKind.get('key') ?? [], (change) => (0,state/* keyId */.xs)((0,plan/* addressOf */.ci)(change)));
    for (const [id, changes] of [...keys].sort(([a], [b]) => (0,diagnostic/* compareText */.n6)(a, b)))
        editor.editKey(id, changes);
    const files = grouped(byKind.get('file') ?? [], plan/* addressOf */.ci);
    for (const [path, changes] of [...files].sort(([a], [b]) => (0,diagnostic/* compareText */.n6)(a, b)))
        editor.editFile(path, changes);
    return editor.finish();
}
class Editor {
    #input;
    #sites;
    #users;
    #placements;
    #splices = new Map();
    #contents = new Map();
    #rest = (0,state/* emptyState */.p$)();
    #fromLive;
    constructor(input) {
        this.#input = input;
        this.#fromLive = new FromLive(input.live, input.workshop);
        this.#sites = sitesOf(input.documents);
        this.#users = usersOf(this.#sites);
        this.#placements = {
            keys: new Placement(this.#sites, 'keys'),
            files: new Placement(this.#sites, 'files'),
        };
    }
    editKey(id, changes) {
        const { live, desired } = this.#input;
        const key = live.state.keys.get(id);
        const declared = desired.keys.get(id);
        const entries = this.#sites.keys.get(id) ?? [];
        if (changes.some(({ kind, action }) => kind === 'key' && action === 'delete')) {
            for (const { root, parent, item } of entries)
                this.#splicesOf(root).remove(parent, item);
        }
        else if (key === undefined) {
            this.#applyAll(entryEdits(entries, { changes, wanted: () => undefined }));
        }
        else if (entries.length > 0) {
            if (declared?.absent)
                this.#declareAgain(entries, key);
            else
                this.#editEntries(entries, { changes, key, declared });
        }
        else if (declared === undefined) {
            const values = changes.flatMap((change) => change.kind === 'value' ? (liveValue(key, change) ?? []) : []);
            this.#placeKey({ ...key, values: new Map(values.map((value) => [(0,model_context/* contextId */.PF)(value.context), value])) });
        }
    }
    editFile(path, changes) {
        const entries = this.#sites.files.get(path) ?? [];
        const isNew = entries.length === 0;
        if (isNew)
            this.#placeFiles(path, changes.flatMap((change) => (change.kind === 'file' ? (this.#fromLive.fileEntry(change) ?? []) : [])));
        else
            this.#applyAll(entryEdits(entries, {
                changes,
                wanted: (change) => (change.kind === 'file' ? this.#fromLive.file(change) : undefined),
            }));
    }
    finish() {
        const documents = [...this.#splices].map(([{ path }, splices]) => [path, splices.apply()]);
        return { documents: new Map(documents), contents: this.#contents, rest: this.#rest };
    }
    #editEntries(entries, { changes, key, declared }) {
        const own = changes.find((change) => change.kind === 'key');
        const withoutVdt = this.#input.live.untyped.has((0,state/* keyId */.xs)(key.name));
        const metadata = own === undefined ? {} : differing(own, metadataOf(key, !withoutVdt));
        if (withoutVdt)
            delete metadata.vdt;
        const vdt = withoutVdt ? undefined : (metadata.vdt ?? declared?.vdt);
        const wanted = (change) => change.kind === 'value' ? this.#fromLive.value(change, { key, vdt }) : undefined;
        const isNative = vdt === 'Map' || vdt === 'List' || vdt === 'JSON';
        const all = isNative ? changes : [...changes, ...nativeOnes(key, { declared, changes })];
        const without = [...(withoutVdt ? ['vdt'] : []), ...missing(own)];
        this.#applyAll(entryEdits(entries, {
            changes: all,
            wanted,
            metadata,
            without,
            kept: key.vdt === undefined ? {} : { vdt: key.vdt },
        }));
    }
    #applyAll(edits) {
        for (const edit of edits)
            this.#apply(edit);
    }
    #apply(edit) {
        const splices = this.#splicesOf(edit.entry.root);
        const { workshop } = this.#input;
        const desk = { splices, users: this.#users, contents: this.#contents, isSecret: workshop.isSecret };
        editEntry(edit, { workshop, splices, setItem: (site, wanted) => setItem(site, wanted, desk) });
    }
    /** What was to be absent is there: declared where it was forbidden. */
    #declareAgain(entries, key) {
        const [first, ...others] = entries;
        for (const { root, parent, item } of others)
            this.#splicesOf(root).remove(parent, item);
        if (first === undefined || first.kind === 'data')
            return;
        const shape = this.#fromLive.keyShape(first.root, key);
        if ('key' in first.item)
            this.#splicesOf(first.root).setValue(first.item, shape);
    }
    #placeKey(key) {
        const contexts = [...key.values.values()].map(({ context }) => context);
        const place = this.#placements.keys.placeFor(key.name, contexts);
        if (place === undefined)
            this.#rest.keys.set((0,state/* keyId */.xs)(key.name), key);
        else
            this.#add(place, key.name, this.#fromLive.keyShape(place.root, key));
    }
    #placeFiles(path, files) {
        const place = this.#placements.files.placeFor(path, files.map(({ context }) => context));
        if (place === undefined)
            for (const file of files)
                this.#rest.files.set((0,state/* fileId */.qp)(path, file.context), file);
        else
            this.#add(place, path, filesShape(this.#input.workshop, homeAt(place.root), files));
    }
    #add({ root, into, after }, name, value) {
        this.#splicesOf(root).add(into, { entry: { name, value }, after });
    }
    #splicesOf({ document }) {
        const splices = this.#splices.get(document) ?? new Splices(document);
        this.#splices.set(document, splices);
        return splices;
    }
}

;// CONCATENATED MODULE: ./lib/import/left-out.js
// What documents do not get of what an import would take over, with the reason.






const UNTOLD = 'it is another file on the server, and read by token a file shows no text';
/** Whether it is only known that a file is another one. */
function isUntold(change, live) {
    if (change.kind !== 'file')
        return false;
    return live.files.get((0,state/* fileId */.qp)(change.path, (0,model_context/* contextIn */.PO)(change.context)))?.drifted === true;
}
function nameIn(depth) {
    return (change) => (change.kind === 'key' ? change.key : declarable_itemOf((0,plan/* addressOf */.ci)(change), change.context, depth));
}
/** What is still there was not taken over. */
function withoutThose(changes, { still, depth }) {
    const nameOf = nameIn(depth);
    const left = new Set(still.map(nameOf));
    return changes.filter((change) => !left.has(nameOf(change)));
}
function leftOut(live, { still, changes, documents, input, }) {
    const nameOf = nameIn(input.target.levels.length);
    const wanted = new Set(changes.map(nameOf));
    const sites = sitesOf(documents);
    const missed = still
        .map((change) => ({
        item: nameOf(change),
        reason: isUntold(change, live.state) ? UNTOLD : reasonFor(change, sites),
    }))
        .filter(({ item }) => wanted.has(item));
    return [...(input.baseline === undefined ? live.leftOut : []), ...missed];
}

;// CONCATENATED MODULE: ./lib/import/new-documents.js
// What is declared nowhere yet → new documents, cut as `--split` says.








/** Texts of the documents by path. */
function newDocuments(options) {
    const groups = [...GROUPS[options.split](options.state)].sort(([a], [b]) => (0,diagnostic/* compareText */.n6)(a, b));
    const described = new Set();
    return new Map(groups.map(([name, group]) => {
        const path = options.pathFor(name === COMMON ? options.name : name);
        const root = rootOf(group, { ...options, path, described });
        return [path, isJson(path) ? jsonDocument(root) : yamlDocument(root)];
    }));
}
/** Sorts in front of all others: what is common is described there. */
const COMMON = '';
const GROUPS = {
    none: ({ keys, files }) => new Map([[COMMON, { keys: [...keys.values()], files: [...files.values()] }]]),
    context: byContext,
    prefix: byPrefix,
};
function byContext({ keys, files }) {
    const groups = new Map();
    for (const key of keys.values()) {
        const parts = grouped(key.values, ([, { context }]) => firstElement(context));
        if (parts.size === 0)
            groupOf(groups, COMMON).keys.push(key);
        for (const [name, values] of parts)
            groupOf(groups, name).keys.push({ ...key, values: new Map(values) });
    }
    for (const file of files.values())
        groupOf(groups, firstElement(file.context)).files.push(file);
    return groups;
}
function firstElement(context) {
    const [first = '*'] = (0,model_context/* elementsOf */.ZE)(context);
    return first === '*' ? COMMON : first.toLowerCase();
}
/** The context that a document states once: that of most of its keys and files that have only one. */
function homeContext({ keys, files }) {
    const ofKeys = keys.map(({ values }) => [...values.values()]);
    const items = [...ofKeys, ...grouped(files, ({ path }) => path).values()];
    const single = items.flatMap(([only, second]) => only === undefined || second !== undefined ? [] : [only.context]);
    const counts = [...grouped(single, model_context/* contextId */.PF).values()];
    const [most] = counts.sort((a, b) => b.length - a.length || (0,model_context/* compareContexts */.wn)(a[0] ?? '', b[0] ?? ''));
    return most?.[0] === model_context/* EVERYWHERE */.Zh ? undefined : most?.[0];
}
/** A prefix that one key alone has needs no document of its own. */
function byPrefix({ keys, files }) {
    const groups = new Map();
    for (const [prefix, members] of grouped(keys.values(), ({ name }) => prefixOf(name))) {
        groupOf(groups, members.length > 1 ? prefix : COMMON).keys.push(...members);
    }
    if (files.size > 0)
        groupOf(groups, COMMON).files.push(...files.values());
    return groups;
}
function groupOf(groups, name) {
    const group = groups.get(name) ?? { keys: [], files: [] };
    groups.set(name, group);
    return group;
}
function rootOf(group, writing) {
    const { keys, files } = group;
    const context = homeContext(group);
    const home = { document: writing.path, context };
    const keyEntries = sorted(keys.map((key) => keyEntry(key, home, writing)));
    const fileEntries = sorted([...grouped(files, ({ path }) => path)].map(([name, entries]) => ({
        name,
        value: filesShape(writing.workshop, home, entries),
    })));
    return mapping({
        context: context === undefined ? undefined : written_text(contextName(writing.workshop, (0,model_context/* contextIn */.PO)(context))),
        keys: keyEntries.length === 0 ? undefined : { kind: 'mapping', entries: spaced(keyEntries), block: true },
        files: fileEntries.length === 0 ? undefined : { kind: 'mapping', entries: fileEntries, block: true },
    });
}
function keyEntry(key, home, { described, untyped, workshop }) {
    const id = (0,state/* keyId */.xs)(key.name);
    const isTyped = !untyped.has(id);
    const metadata = described.has(id) ? {} : metadataOf(key, isTyped);
    described.add(id);
    const vdt = isTyped ? key.vdt : undefined;
    return {
        name: key.name,
        value: keyShape(workshop, home, { ...key, metadata, vdt, values: [...key.values.values()] }),
    };
}
function sorted(entries) {
    return entries.sort((a, b) => (0,diagnostic/* compareText */.n6)(a.name.toLowerCase(), b.name.toLowerCase()) || (0,diagnostic/* compareText */.n6)(a.name, b.name));
}

;// CONCATENATED MODULE: ./lib/import/in-scope.js
/** @param desired a key that the documents declare is theirs, even where all of its values are others' */
function inScope(live, { scope, desired }) {
    const keys = [...live.keys].flatMap(([id, key]) => {
        const values = new Map([...key.values].filter(([, { context }]) => scope.value(key.name, context)));
        const isOthers = values.size === 0 && key.values.size > 0 && !desired.keys.has(id);
        return scope.key(key.name) && !isOthers ? [[id, { ...key, values }]] : [];
    });
    const files = [...live.files].filter(([, { path, context }]) => scope.file(path, context));
    return { keys: new Map(keys), files: new Map(files) };
}

// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/model/without-end.js
var without_end = __webpack_require__(6329);
;// CONCATENATED MODULE: ./lib/import/file-names.js
// Names of the files that an import adds: possible on every system, and each of them once, whatever its case.

/** What a file system, or a person reading a path, may take for something else. */
const UNUSUAL = /[^\p{L}\p{N}._+()[\]@= -]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Most file systems allow 255 bytes. */
const MAX_BYTES = 120;
/** Each part of a path made fit for a file of that name: no `..`, no `.git`, nothing that Windows keeps for itself. */
function safePath(path) {
    return path
        .split('/')
        .filter((part) => part !== '')
        .map(safePart)
        .join('/');
}
function safePart(part) {
    // A server may name it as long as it likes.
    const usual = part.slice(-MAX_BYTES).normalize('NFC').replace(UNUSUAL, '_');
    const ended = (0,without_end/* withoutEnd */.M)(usual, '. ');
    let name = `${ended}${ended === usual ? '' : '_'}`.replace(/^ +/, '_');
    while (Buffer.byteLength(name) > MAX_BYTES)
        name = [...name].slice(1).join('');
    return RESERVED.test(name) || /^\.git/i.test(name) || name === '' ? `_${name}` : name;
}
/** Hands out paths that nothing has yet: no file in the project, and none that was handed out before. */
class FreePaths {
    /** Whether the project has something at this path. */
    isThere;
    #files = new Set();
    #folders = new Set();
    constructor(isThere) {
        this.isThere = isThere;
    }
    /** The path itself, or the first of `a-2.txt`, `a-3.txt` … that is free. */
    take(path) {
        for (let i = 1;; i++) {
            const candidate = i === 1 ? path : numbered(path, i);
            if (this.#isFree(candidate))
                return this.#taken(candidate);
        }
    }
    #isFree(path) {
        const id = path.toLowerCase();
        const isFolderFree = foldersOf(id).every((folder) => !this.#files.has(folder));
        return isFolderFree && !this.#files.has(id) && !this.#folders.has(id) && !this.isThere(path);
    }
    #taken(path) {
        const id = path.toLowerCase();
        this.#files.add(id);
        for (const folder of foldersOf(id))
            this.#folders.add(folder);
        return path;
    }
}
/** The number goes to the file's own name, and to the folders too: a file may stand where one of them would. */
function numbered(path, i) {
    const [first = '', second, ...rest] = path.split('/');
    if (second !== undefined && i % 2 === 1)
        return [first, `${second}-${(i + 1) / 2}`, ...rest].join('/');
    const half = second === undefined ? i : i / 2 + 1;
    return path.replace(/(\.[^./]+)?$/, (extension) => `-${half}${extension}`);
}
function foldersOf(path) {
    const parts = path.split('/').slice(0, -1);
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

;// CONCATENATED MODULE: ./lib/import/beside.js
// Contents that stand in files beside the documents, named by `path`.






class Beside {
    /** New files by path relative to the root. */
    contents = new Map();
    #paths;
    #isSeveral;
    #isDocument;
    constructor({ paths, include, isSeveral }) {
        this.#isSeveral = isSeveral;
        this.#paths = paths;
        this.#isDocument = (0,glob_paths/* matcher */.jN)(include);
    }
    /** Puts a file of the server beside a document; what `path` says there. */
    file(document, file) {
        const folder = this.#folder(file.path, file.context);
        return this.#put(document, ['files', folder, safePath(file.path)], file.content);
    }
    /** Puts a long value beside a document; what `path` says there. */
    value(document, value) {
        const folder = this.#folder(value.key, value.context);
        const name = safePath(`${value.key}${extensionOf(value)}`);
        return this.#put(document, ['values', folder, name], value.text);
    }
    #folder(name, context) {
        if (!this.#isSeveral(name))
            return '';
        return (0,model_context/* elementsOf */.ZE)(context)
            .filter((element) => element !== '*')
            .join('-');
    }
    #put(document, parts, content) {
        const folder = document.split('/').slice(0, -1).join('/');
        const reference = parts.filter((part) => part !== '').join('/');
        const wanted = this.#harmless(folder === '' ? reference : `${folder}/${reference}`, content);
        const path = this.#paths.take(wanted);
        this.contents.set(path, content);
        return folder === '' ? path : path.slice(folder.length + 1);
    }
    /** A content that reads like a document which names files would take these for contents. */
    #harmless(path, content) {
        if (!this.#isDocument(path))
            return path;
        const trees = (0,parse/* parseTrees */.$)(new place/* Source */.k(path, content), () => undefined);
        return trees.some((tree) => !(0,references/* references */.F)(path, tree).next().done) ? `${path}.txt` : path;
    }
}
const JSON_TYPES = ['JSON', 'Map', 'List'];
/** Many keys of whole contents are named like a file. */
function extensionOf({ key, vdt }) {
    if (JSON_TYPES.includes(vdt))
        return /\.json$/i.test(key) ? '' : '.json';
    return /\.(?:html?|css|js|ts|xml|sql|md|ya?ml|json|sh|conf|ini|properties|tpl|csv|svg|pem)$/i.test(key)
        ? ''
        : '.txt';
}

;// CONCATENATED MODULE: ./lib/import/paths.js
// Where new documents go: into a folder that `include` searches, under a name that it matches.


const EXTENSIONS = ['yaml', 'yml', 'json'];
/** A free path for a document, or `undefined` where `include` matches none. */
function documentPath(name, { include, folders, paths }) {
    const isDocument = (0,glob_paths/* matcher */.jN)(include);
    const base = safePath(name).toLowerCase();
    const named = [...new Set(folders)].flatMap((folder) => EXTENSIONS.map((extension) => `${folder === '' ? '' : `${folder}/`}${base}.${extension}`));
    const literals = include.filter(glob_paths/* isLiteral */.c$).filter((path) => !paths.isThere(path));
    const found = [...named, ...literals].find(isDocument);
    if (found === undefined)
        return undefined;
    const taken = paths.take(found);
    return isDocument(taken) ? taken : undefined;
}

;// CONCATENATED MODULE: ./lib/import/variables.js
// Names for the environment variables that secrets come from.

/** Those that documents cannot name, and those that mean something to a shell, a runner or Git. */
const MEANS_ELSE = /^(?:CONFIGHUB|GITHUB|ACTIONS|RUNNER|INPUT|NODE|NPM|GIT|LD|DYLD|SSH|LC|XDG)_|^(?:PATH|HOME|USER|SHELL|PWD|OLDPWD|TMPDIR|TEMP|LANG|TERM|CI|IFS|ENV|[^A-Z].*)$/;
class Variables {
    /** In the order in which they were named. */
    named = [];
    /** What each of them has to hold. */
    texts = new Map();
    #taken;
    /** @param taken names that the documents use already */
    constructor(taken) {
        this.#taken = new Set(taken);
    }
    /** `db.password` in `Production;*` → `DB_PASSWORD_PRODUCTION`. */
    nameFor({ name, context, item, text }) {
        const elements = (0,model_context/* elementsOf */.ZE)(context).filter((element) => element !== '*');
        const words = [name, ...elements].flatMap((word) => word.toUpperCase().match(/[A-Z0-9]+/g) ?? []);
        const plain = words.join('_');
        const wanted = plain === '' || MEANS_ELSE.test(plain) ? `SECRET_${plain}` : plain;
        const free = this.#free(wanted.replace(/_$/, ''));
        this.named.push({ name: free, item });
        if (text !== undefined)
            this.texts.set(free, text);
        return free;
    }
    /** `Database` → `DATABASE_PASSWORD`. */
    forPassword(group) {
        return this.nameFor({
            name: `${group} password`,
            context: model_context/* EVERYWHERE */.Zh,
            item: `password of the security group ${group}`,
        });
    }
    #free(wanted) {
        for (let i = 1;; i++) {
            const name = i === 1 ? wanted : `${wanted}_${i}`;
            if (this.#taken.has(name))
                continue;
            this.#taken.add(name);
            return name;
        }
    }
}

;// CONCATENATED MODULE: ./lib/import/workshop.js
// What documents are written with: free names for files and variables, the spelling of contexts, what is secret.











/** `include` leaves no name for a new document. */
class NoDocumentPath extends Error {
}
function newWorkshop(input, { documents }) {
    const { include, isThere } = input;
    const paths = new FreePaths(isThere);
    const folders = ['config', ...documents.map(({ path }) => path.split('/').slice(0, -1).join('/')), ''];
    const { roots } = sitesOf(documents);
    return {
        depth: input.target.levels.length,
        beside: new Beside({ paths, include, isSeveral: severalTest(input.live) }),
        variables: new Variables([...roots.flatMap(variablesIn), ...input.passwords.variables.values()]),
        isSecret: secretTest(input),
        spelled: speller([...contextsIn(input.desired), ...roots.flatMap(({ context }) => context ?? [])]),
        pathFor: (name) => {
            const path = documentPath(name, { include, folders, paths });
            if (path === undefined)
                throw new NoDocumentPath();
            return path;
        },
    };
}
function severalTest({ keys, files }) {
    const several = new Set([...keys.values()].filter(({ values }) => values.size > 1).map(({ name }) => name));
    for (const [path, entries] of grouped(files.values(), (file) => file.path))
        if (entries.length > 1)
            several.add(path);
    return (name) => several.has(name);
}
/** What a security group guards is secret, and what looks like a key or a token, whatever its name. */
function secretTest({ live, isSecretName }) {
    const keys = [...live.keys.values()].filter(({ securityGroup }) => securityGroup !== undefined);
    const files = [...live.files.values()].filter(({ securityGroup }) => securityGroup !== undefined);
    const guarded = new Set([...keys.map(({ name }) => (0,state/* keyId */.xs)(name)), ...files.map(({ path }) => path)]);
    return (name, text) => isSecretName(name) || guarded.has(name) || guarded.has((0,state/* keyId */.xs)(name)) || (0,secrets/* looksSecret */.n0)(text);
}
/** Elements as documents spell them, because two spellings of one are a mistake. */
function speller(contexts) {
    const spellings = new Map();
    for (const context of contexts) {
        for (const [level, element] of (0,model_context/* elementsOf */.ZE)(context).entries()) {
            const id = `${level};${element.toLowerCase()}`;
            if (!spellings.has(id))
                spellings.set(id, element);
        }
    }
    const spelled = (element, level) => spellings.get(`${level};${element.toLowerCase()}`) ?? element;
    return (context) => (0,model_context/* contextOf */.Vm)((0,model_context/* elementsOf */.ZE)(context).map(spelled));
}
function contextsIn({ keys, files }) {
    const values = [...keys.values()].flatMap((key) => [...key.values.values()]);
    return [...values, ...files.values()].map(({ context }) => context);
}
/** Names that a document takes from the environment. */
function variablesIn({ node }) {
    const names = [];
    (0,dist/* visit */.YR)(node, {
        Pair: (_, pair) => {
            if (nameOf(pair) === 'env' && (0,dist/* isScalar */.jn)(pair.value))
                names.push(String(pair.value.value));
        },
    });
    return names;
}

;// CONCATENATED MODULE: ./lib/import/shown.js
// Documents as they may be shown: the values of secret keys and files masked where they stand.




const MASK = '(secret)';
/** What says where a value is or where it comes from, and not what it is. */
const OPEN = new Set([
    'env',
    'path',
    'opp',
    'context',
    'vdt',
    'readme',
    'deprecated',
    'push',
    'key',
    'file',
    'securityGroup',
]);
function shownDocument(document, isSecret) {
    const splices = new Splices(document);
    const masked = new Set();
    for (const parsed of (0,dist/* parseAllDocuments */.hR)(document.text, {
        schema: 'failsafe',
        uniqueKeys: false,
        logLevel: 'silent',
    })) {
        if (!('contents' in parsed))
            continue;
        (0,dist/* visit */.YR)(parsed, {
            Scalar: (_, node) => {
                if ((0,secrets/* looksSecret */.n0)(String(node.value)))
                    maskLeaves(node, { splices, masked });
            },
            Pair: (_, pair) => {
                if (isSecret(nameOf(pair), null))
                    maskLeaves(pair.value, { splices, masked });
            },
            Map: (_, node) => {
                const name = (fieldOf(node, 'key') ?? fieldOf(node, 'file'))?.value;
                if ((0,dist/* isScalar */.jn)(name) && isSecret(String(name.value), null))
                    maskLeaves(node, { splices, masked });
            },
        });
    }
    return splices.apply();
}
function maskLeaves(node, to) {
    if ((0,dist/* isMap */.jh)(node)) {
        for (const pair of node.items)
            if ((0,dist/* isPair */.tO)(pair) && !OPEN.has(nameOf(pair)))
                maskLeaves(pair.value, to);
    }
    else if ((0,dist/* isSeq */.oP)(node)) {
        for (const item of node.items)
            maskLeaves(item, to);
    }
    else if ((0,dist/* isScalar */.jn)(node) && !to.masked.has(node)) {
        to.masked.add(node);
        to.splices.replace(node, MASK);
    }
}

;// CONCATENATED MODULE: ./lib/import/writes.js
// The project's files before and after → what is to be written, in the order in which it is safe.





/** Contents, then documents, then the project file, and removals when nothing names them any more. */
function writesOf(input, made) {
    const { after } = made;
    const paths = [...new Set([...after.keys(), ...input.files.keys()])];
    const writes = paths.flatMap((path) => {
        const isNewFile = input.isNew && path === input.projectFile;
        const [old, now] = [isNewFile ? undefined : textOf(input.files, path), textOf(after, path)];
        if (old === now)
            return [];
        const sides = { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
        return [{ path, ...sides, ...shownOf({ path, old, now }, made) }];
    });
    const { documents } = projectTexts(after, input);
    const isDocument = new Set(documents.map(({ path }) => path));
    const rank = ({ path, after: text }) => text === undefined ? 3 : path === input.projectFile ? 2 : isDocument.has(path) ? 1 : 0;
    return writes.sort((a, b) => rank(a) - rank(b) || (0,diagnostic/* compareText */.n6)(a.path, b.path));
}
function textOf(files, path) {
    const bytes = files.get(path);
    const decoded = bytes && (0,project_files/* decodeUtf8 */._6)(bytes);
    return decoded !== undefined && 'text' in decoded ? decoded.text : undefined;
}
/** Only edits are shown line by line. */
function shownOf({ path, old, now }, { isSecret, before }) {
    if (old === undefined || now === undefined)
        return {};
    if (before.named.has(path))
        return [old, now].some(secrets/* looksSecret */.n0) ? {} : { shown: { before: old, after: now } };
    const shown = (text) => shownDocument({ path, text }, isSecret);
    return { shown: { before: shown(old), after: shown(now) } };
}

;// CONCATENATED MODULE: ./lib/import/plan-import.js













function planImport(given) {
    const passwords = passwordsIn(given);
    const opened = (0,unseal/* unsealed */.w)(given.live, { desired: given.desired, passwordOf: passwords.of });
    const input = { ...given, passwords, live: inScope(opened, given) };
    const live = declarable(input.live, input.target.levels.length);
    const before = projectTexts(input.files, input);
    const changes = changesTo(live, input.desired, { input, documents: before.documents });
    const workshop = newWorkshop(input, before);
    const edited = editDocuments({
        ...input,
        documents: before.documents,
        live,
        changes: changes.filter((change) => !isUntold(change, live.state)),
        workshop,
    });
    const groups = input.baseline === undefined ? groupsIn(live.state) : groupsOf(changes, live.state);
    const texts = textsOf(input, { edited, workshop, live, before, groups });
    const after = withTexts(input, { texts, before });
    const { mistakes, desired } = afterwards({
        files: after,
        projectFile: input.projectFile,
        env: input.env,
        named: Object.fromEntries(workshop.variables.texts),
        levels: input.target.levels,
    });
    if (mistakes.length > 0)
        return { mistakes };
    const { documents } = projectTexts(after, input);
    const still = changesTo(live, desired, { input, documents });
    return {
        import: {
            target: input.target,
            counts: (0,plan/* countChanges */.xS)(withoutThose(changes, { still, depth: input.target.levels.length })),
            writes: writesOf(input, { after, isSecret: workshop.isSecret, before }),
            leftOut: leftOut(live, {
                still,
                changes,
                documents,
                input,
            }),
            variables: workshop.variables.named,
            notes: notesOf(workshop.beside.contents),
        },
    };
}
/** Every new text by path: contents before the documents that name them. */
function textsOf(input, { edited, workshop, live, before, groups }) {
    const isFirst = before.documents.length === 0;
    const { name, split } = isFirst
        ? { name: input.split === 'none' ? input.target.name : 'common', split: input.split }
        : { name: 'imported', split: 'none' };
    const { rest } = edited;
    const isEmpty = rest.keys.size + rest.files.size === 0;
    const documents = isEmpty
        ? new Map()
        : newDocuments({ state: rest, untyped: live.untyped, split, name, pathFor: workshop.pathFor, workshop });
    const texts = [...workshop.beside.contents, ...edited.contents, ...edited.documents, ...documents];
    const { variables } = workshop;
    const project = withPasswords(projectText(input), { groups, passwords: input.passwords, variables });
    return new Map(project === undefined ? texts : [...texts, [input.projectFile, project]]);
}
function projectText({ files, projectFile }) {
    return {
        path: projectFile,
        text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.get(projectFile)),
    };
}
/** The project's files afterwards; a content that no document names any more goes. */
function withTexts(input, { texts, before }) {
    const files = new Map(input.files);
    for (const [path, text] of texts)
        files.set(path, Buffer.from(text));
    const { named } = projectTexts(files, input);
    for (const path of before.named)
        if (!named.has(path))
            files.delete(path);
    return files;
}
function notesOf(contents) {
    const paths = [...contents].filter(([, text]) => text.includes('\r')).map(([path]) => path);
    if (paths.length === 0)
        return [];
    return [
        `Git may change the line ends of ${paths.join(', ')}: give them the attribute \`-text\` in .gitattributes.`,
    ];
}

// EXTERNAL MODULE: ./lib/options.js + 1 modules
var lib_options = __webpack_require__(5413);
// EXTERNAL MODULE: ./lib/remote/client.js + 2 modules
var client = __webpack_require__(3034);
// EXTERNAL MODULE: ./lib/commands/connect.js + 7 modules
var connect = __webpack_require__(6347);
// EXTERNAL MODULE: ./lib/commands/baseline.js + 1 modules
var commands_baseline = __webpack_require__(8714);
// EXTERNAL MODULE: ./lib/commands/inspect.js
var inspect = __webpack_require__(2206);
// EXTERNAL MODULE: ./lib/commands/live.js
var commands_live = __webpack_require__(5186);
// EXTERNAL MODULE: ./lib/commands/plan-input.js + 1 modules
var plan_input = __webpack_require__(5485);
// EXTERNAL MODULE: ./lib/commands/pulls.js + 3 modules
var commands_pulls = __webpack_require__(4257);
;// CONCATENATED MODULE: ./lib/commands/import-live.js
// What an import reads: all that the repository holds, or by token what others changed of what was applied from here.






async function readForImport(source) {
    const { reader, options, project, target } = source;
    const exporting = (0,commands_live/* readExport */.Jb)(reader, target.repository);
    exporting.catch(() => undefined);
    const asked = (0,inspect/* ask */.kA)(reader, { target, hasToken: options.token !== undefined });
    const inspection = await (0,inspect/* inspect */.Nn)(asked, { target, ...project });
    const exported = await exporting;
    if (options.onlyDrift)
        return readDrift(source, { inspection, exported });
    if ('refusal' in exported)
        throw noExport(exported.refusal, NEEDS_ALL);
    return { inspection, live: exported };
}
async function readDrift(source, { inspection, exported }) {
    const applied = await lastApply(source);
    const { project, baseline } = applied;
    const live = await (0,commands_live/* liveOf */.QA)(exported, {
        baseline: undefined,
        ...(source.options.token !== undefined && { pulls: () => pullAll(source, { inspection, ...applied }) }),
    });
    if (live.source === 'none') {
        const refusal = live.failure ?? ('refusal' in exported ? exported.refusal : '');
        throw noExport(refusal, NEEDS_TOKEN);
    }
    return {
        inspection,
        baseline: baseline.state,
        live: await asPlanned(source, { live, inspection, project, baseline }),
    };
}
async function lastApply({ project: { open }, target }) {
    const baseline = open && (await (0,commands_baseline/* readBaseline */.m)(open, { target, options: {} }));
    if (open !== undefined && baseline?.state !== undefined)
        return { project: open, baseline: { ...baseline, state: baseline.state } };
    throw new errors/* CommandError */.Q({
        code: 'no-baseline',
        message: `What others changed is not known: ${baseline?.reason ?? 'there is no project here yet'}.`,
        hint: 'Import without `--only drift`, or apply first.',
    });
}
function pullAll({ reader, options, surroundings, target }, { inspection, project, baseline }) {
    const pulls = (0,commands_pulls/* pullSource */.l1)({ project, target, options, surroundings }, { reader, inspection });
    return (0,commands_pulls/* pullsOf */.w0)(pulls, { desired: project.state, ...baseline });
}
/** With what a plan asks for besides: both must see the same. */
async function asPlanned({ reader, options, target }, known) {
    return (await (0,plan_input/* planInput */.y)({ ...known, target, options, reader })).live;
}
const NEEDS_ALL = {
    needs: 'An import needs to read all that the repository holds, and the server does not let it',
    hint: 'Allow reading without a token in the settings of the repository, at least until the import is done. With a token, `--only drift` takes over what others changed.',
};
const NEEDS_TOKEN = {
    needs: 'What others changed cannot be read',
    hint: 'Give a token (CONFIGHUB_TOKEN), or allow reading without one in the settings of the repository.',
};
function noExport(refusal, { needs, hint }) {
    return new errors/* CommandError */.Q({ code: 'no-export', message: `${needs}: ${refusal}`, hint });
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/desired/read-files.js + 2 modules
var read_files = __webpack_require__(4408);
// EXTERNAL MODULE: ./lib/commands/init.js
var init = __webpack_require__(1230);
// EXTERNAL MODULE: ./lib/commands/project.js + 3 modules
var project = __webpack_require__(3753);
;// CONCATENATED MODULE: ./lib/commands/import-project.js
// The project that an import goes into: one that is there, or a folder that is to become one.





/** Throws where the files hold mistakes; a folder without documents is an empty project. */
async function openForImport(options, surroundings) {
    const path = (0,external_node_path_.resolve)(surroundings.cwd, options.config);
    const [root, file] = [(0,external_node_path_.dirname)(path), (0,external_node_path_.basename)(path)];
    const tree = (0,read_files/* workTreeFiles */.B)(root, surroundings.cwd);
    const open = await openIfAny(options, surroundings);
    const own = tree.read(file);
    return {
        root,
        project: open?.project ?? (0,project/* readProjectFile */.SI)(options, surroundings),
        state: open?.state ?? (0,state/* emptyState */.p$)(),
        ...(open !== undefined && { open, ...(open.depth && { depth: open.depth }) }),
        display: tree.display,
        isThere: (name) => isThere(tree.read(name)),
        withProjectFile: (target) => {
            const files = new Map(open?.files);
            const isNew = !('bytes' in own);
            if (!files.has(file))
                files.set(file, isNew ? Buffer.from((0,init.projectFile)(target)) : own.bytes);
            return { file, isNew, files };
        },
    };
}
function isThere(found) {
    return !('problem' in found) || found.problem.code !== 'file-missing';
}
/** Variables that are not set are no obstacle: what comes from them is not touched. */
async function openIfAny(options, surroundings) {
    try {
        return await (0,project/* openProject */.U8)(options, { surroundings, missingEnv: 'warning' });
    }
    catch (error) {
        const errors = error instanceof project/* ProjectError */.wB ? error.diagnostics.filter(({ severity }) => severity === 'error') : [];
        const isEmpty = errors.every(({ code }) => code === 'no-documents' || code === 'no-project-file');
        if (errors.length > 0 && isEmpty)
            return undefined;
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/commands/import.js
// import: live → documents, or edits of those that are there. Reads; writing is for those who ask first.












/** What an import would write; nothing is written yet. */
async function planningImport(options, surroundings) {
    const project = await openForImport(options, surroundings);
    const target = (0,lib_options/* targetOf */.$r)(options, project.project);
    const connection = await (0,connect/* connect */.N)(target.url, options, surroundings);
    try {
        const reader = (0,client/* createReader */.WF)(connection);
        surroundings.onStep(`Reading ${target.repository.account}/${target.repository.name}`);
        const read = await readForImport({ reader, options, surroundings, project, target });
        return { import: importOf(inputOf({ options, surroundings, project, target, ...read })), project };
    }
    finally {
        connection.http.close();
    }
}
function inputOf({ options, surroundings, project, target, inspection, live, baseline }) {
    const { levels, vdtEnabled } = inspection.info;
    const { file, isNew, files } = project.withProjectFile({ ...target, levels, prune: options.prune });
    return {
        target: { url: target.url, ...target.repository, levels },
        live,
        vdtEnabled,
        desired: project.state,
        files,
        projectFile: file,
        isNew,
        include: project.project.include,
        scope: project.project.scope,
        isThere: project.isThere,
        isSecretName: (0,secrets/* secretNames */.XG)(project.project.redact),
        env: surroundings.env,
        split: options.split,
        ...(baseline && { baseline }),
    };
}
function importOf(input) {
    try {
        const result = planImport(input);
        if ('import' in result)
            return result.import;
        const error = new project/* ProjectError */.wB(result.mistakes);
        throw new errors/* CommandError */.Q({
            code: 'import-failed',
            message: `What the import would write does not read back (${error.diagnostics[0]?.code}); nothing was written.`,
            hint: 'Please report this, with the shape of the documents. Importing into an empty folder may work.',
        });
    }
    catch (error) {
        if (!(error instanceof NoDocumentPath))
            throw error;
        throw new errors/* CommandError */.Q({
            code: 'no-document-path',
            message: `\`include\` (${input.include.join(', ')}) matches no name for a new document.`,
            hint: 'Add `config/**/*.yaml` to it.',
        });
    }
}
/** What somebody has not committed yet would be mixed with what the server has, and could not be told apart. */
async function refuseUncommitted({ project: { open, display }, import: { writes }, }) {
    const paths = writes.filter(({ before }) => before !== undefined).map(({ path }) => path);
    if (open?.git === undefined || paths.length === 0)
        return;
    const committed = await (0,baseline_committed/* committedPaths */.d)(open.git, paths).catch((error) => {
        if (!(error instanceof git/* GitError */.XS))
            throw error;
        throw new errors/* CommandError */.Q({ code: error.code, message: error.message, cause: error });
    });
    const changed = paths.filter((path) => !committed.has(path)).map(display);
    if (changed.length === 0)
        return;
    throw new errors/* CommandError */.Q({
        code: 'uncommitted',
        message: `${changed.join(', ')} would be edited, and ${changed.length === 1 ? 'has' : 'have'} changes that are not committed.`,
        hint: 'Commit or stash them first: then `git diff` shows what the import did, and `git checkout` takes it back.',
    });
}


/***/ }),

/***/ 1230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   init: () => (/* binding */ init),
/* harmony export */   projectFile: () => (/* binding */ projectFile)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(452);
// init: a commented project file and a first document. Never overwrites.


const FIRST_DOCUMENT = `# Keys with one value for every context, or with a value per context.
keys:
  shop.title: Corner Shop

  db.host:
    readme: Host of the orders database.
    values:
      "*": db.dev.internal
      # Production;*: db.prod.internal      # one element per level, * for any

  db.pool.size: { vdt: Integer, value: 10 }

  # db.password: { value: { env: DB_PASSWORD } }    # from the environment, masked everywhere

# Whole files, with a content per context.
# files:
#   nginx/app.conf:
#     "*": { path: files/app.conf }
`;
/** The two files, with what is known of the target filled in. */
function init(options) {
    if (options.config.includes('/') || options.config.includes('\\')) {
        const hint = 'Change into that folder and run init there.';
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Q({
            code: 'bad-option',
            message: 'init writes into the working directory only.',
            hint,
        });
    }
    return [
        { path: options.config, content: projectFile(options) },
        { path: 'config/first.yaml', content: FIRST_DOCUMENT },
    ];
}
/** The project file for a target, as far as it is known. */
function projectFile({ url, repository, prune, levels, }) {
    const document = (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parseDocument */ .Tp)(levels === undefined ? TEMPLATE : withLevels(levels));
    if (url !== undefined)
        document.set('url', url);
    if (repository !== undefined)
        document.set('repository', `${repository.account}/${repository.name}`);
    if (prune !== undefined)
        document.set('prune', prune);
    return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
function withLevels(levels) {
    const names = levels.map((name) => (/^[a-z][\w -]*\w$/i.test(name) ? name : JSON.stringify(name)));
    return TEMPLATE.replace(/^# levels: \[.*\]/m, () => `levels: [${names.join(', ')}]`);
}
const TEMPLATE = `# What confighub-sync keeps in step, and with which repository.
version: 1
url: https://config.example.com # base address of the server
repository: acme/shop # account/name
# levels: [Environment, Application] # checked against the server's context levels
include: ["config/**/*.{yaml,yml,json}"]
# allowNewContexts: [Staging] # context elements that a push may create, for ever
# forceKeyPush: true # the token may push keys that are locked (push: false)
# limits: { deletes: 30%, updates: 30%, existing: 10, maxDeletes: 100, maxUpdates: 1000 } # more than this needs --force
# batch: 200 # cut large pushes into smaller ones, faster and no longer all or nothing
# redact: ["*.license"] # masked in every output, besides names like password, secret and token
prune: managed # managed: delete only what was applied from here | all: whatever is not declared | none
`;


/***/ })

};
