export const id = 65;
export const ids = [65];
export const modules = {

/***/ 3065:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  importRepository: () => (/* binding */ importRepository),
  serveRepository: () => (/* binding */ serveRepository),
  showInfo: () => (/* binding */ showInfo)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/record/git-repository.js
var git_repository = __webpack_require__(1954);
// EXTERNAL MODULE: ./lib/record/git.js
var git = __webpack_require__(5689);
// EXTERNAL MODULE: ./lib/record/record.js
var record_record = __webpack_require__(2472);
// EXTERNAL MODULE: ./lib/record/work-tree-status.js
var work_tree_status = __webpack_require__(5448);
// EXTERNAL MODULE: ./lib/documents/project-files.js
var project_files = __webpack_require__(2161);
// EXTERNAL MODULE: ./lib/documents/work-tree-files.js
var work_tree_files = __webpack_require__(3464);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/lib/parallel.js
var parallel = __webpack_require__(404);
// EXTERNAL MODULE: ./lib/documents/globs.js
var globs = __webpack_require__(3285);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/plan/find-item.js
var find_item = __webpack_require__(6790);
// EXTERNAL MODULE: ./lib/plan/normalize.js
var normalize = __webpack_require__(8612);
// EXTERNAL MODULE: ./lib/model/scope.js
var scope = __webpack_require__(997);
// EXTERNAL MODULE: ./lib/plan/causes.js
var causes = __webpack_require__(4955);
// EXTERNAL MODULE: ./lib/plan/diff.js
var diff = __webpack_require__(6840);
// EXTERNAL MODULE: ./lib/plan/drift.js
var drift = __webpack_require__(5188);
// EXTERNAL MODULE: ./lib/plan/overrides.js
var overrides = __webpack_require__(5254);
// EXTERNAL MODULE: ./lib/plan/prune.js
var prune = __webpack_require__(659);
// EXTERNAL MODULE: ./lib/documents/parse-yaml.js + 1 modules
var parse_yaml = __webpack_require__(9878);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
// EXTERNAL MODULE: ./node_modules/dot-properties/lib/index.js
var lib = __webpack_require__(2483);
// EXTERNAL MODULE: ./lib/documents/source-formats.js
var source_formats = __webpack_require__(6700);
// EXTERNAL MODULE: ./lib/documents/syntax-tree.js
var syntax_tree = __webpack_require__(6680);
// EXTERNAL MODULE: ./lib/model/sources.js
var sources = __webpack_require__(8655);
;// CONCATENATED MODULE: ./lib/import/sites.js
// Finds where declared items stand: the reader gives the place of each, and its tree the text around it.






class Sites {
    #texts;
    #files = new Map();
    /** The whole declaration of a key in each document, by {@link keyId}. */
    #keys = new Map();
    #seen = new Set();
    /** What stands in several places, because of an alias or `<<`. */
    #aliased = new Set();
    /** How many items each place and each content file declares. */
    #users = new Map();
    constructor(desired, { documents, texts }) {
        this.#texts = texts;
        for (const path of documents)
            this.#read(path);
        for (const { place, contentPath } of (0,model_state/* rowsOf */.RO)([...desired.items.values()]))
            for (const id of [place && idOf(place), contentPath])
                if (id !== undefined)
                    this.#users.set(id, (this.#users.get(id) ?? 0) + 1);
    }
    at(place) {
        return place && this.#read(place.file).get(place.offset);
    }
    ofKey(name) {
        return this.#keys.get((0,model_state/* keyId */.xs)(name)) ?? [];
    }
    /** Whether another item would change with this one. */
    isShared({ place, contentPath }) {
        if ([place && idOf(place), contentPath].some((id) => (this.#users.get(id ?? '') ?? 0) > 1))
            return true;
        const site = this.at(place);
        return contentPath === undefined && site !== undefined && (this.#users.has(site.path) || this.isAliased(site));
    }
    isAliased({ entry, mapping, parent }) {
        const isOwn = ![entry, entry.value, mapping].some((one) => this.#aliased.has(one));
        return !isOwn || (parent !== undefined && this.isAliased(parent));
    }
    #read(path) {
        const known = this.#files.get(path);
        if (known !== undefined)
            return known;
        const sites = new Map();
        this.#files.set(path, sites);
        const file = { path, text: this.#texts.get(path) ?? '', format: (0,sources/* formatOf */.be)(path) ?? 'nested' };
        const source = new diagnostic/* Source */.kL(path, file.text);
        const report = () => undefined;
        if (file.format === 'nested')
            for (const tree of (0,parse_yaml/* parseTrees */.$)(source, report))
                this.#walk(tree, { file, parent: undefined, sites });
        else
            for (const { name, offset, value } of (0,source_formats/* readFormat */.C)(source, { format: file.format, separator: '.', report })) {
                const key = { kind: 'scalar', text: name, plain: true, offset, end: offset };
                sites.set(offset, { ...file, entry: { key, value }, mapping: (0,syntax_tree/* mappingAt */.oh)(offset) });
            }
        return sites;
    }
    #walk(node, around) {
        if (this.#isSeen(node) || node.kind === 'scalar')
            return;
        if (node.kind === 'sequence') {
            for (const item of node.items)
                this.#walk(item, around);
            return;
        }
        for (const entry of node.entries) {
            if (this.#isSeen(entry))
                continue;
            const { file, parent, sites } = around;
            const site = { ...file, entry, mapping: node, ...(parent && { parent }) };
            sites.set(entry.key.offset, site);
            this.#declare(site, sites);
            this.#walk(entry.value, { ...around, parent: site });
        }
    }
    #isSeen(one) {
        if (this.#seen.has(one))
            this.#aliased.add(one);
        this.#seen.add(one);
        return this.#aliased.has(one);
    }
    #declare(site, sites) {
        const { entry, mapping, parent } = site;
        if (parent === undefined || parent.parent !== undefined)
            return;
        if (parent.entry.key.text === 'keys')
            this.#addKey(entry.key.text, site);
        if (parent.entry.key.text !== 'data' || entry.value.kind !== 'scalar')
            return;
        if (entry.key.text === 'key')
            this.#addKey(entry.value.text, site);
        const content = fieldIn(mapping, 'content');
        // The reader takes the name of a file there for the place of its content.
        if (entry.key.text === 'file' && content)
            sites.set(entry.value.offset, { ...site, entry: content });
    }
    #addKey(name, site) {
        this.#keys.set((0,model_state/* keyId */.xs)(name), [...this.ofKey(name), site]);
    }
}
function idOf({ file, offset }) {
    return `${file}\0${offset}`;
}
function fieldIn(node, name) {
    return node.kind === 'mapping' ? node.entries.find(({ key }) => key.text === name) : undefined;
}
/** The field at the top of the document that it is in. */
function topOf(site) {
    return site.parent === undefined ? site.entry.key.text : topOf(site.parent);
}
/** Whether the entry stands in braces. */
function isInBraces({ text, mapping }) {
    return text.charAt(mapping.offset) === '{';
}
/**
 * The lines of an entry that goes, with those of the entries that have nothing left then; `undefined`: it has no lines of
 * its own.
 */
function linesOf(site, gone) {
    const { entry, mapping, parent, text } = site;
    const isLast = mapping.entries.every((one) => gone.has(one));
    if (isLast && parent?.parent !== undefined)
        return linesOf(parent, new Set([...gone, parent.entry]));
    const start = text.lastIndexOf('\n', entry.key.offset - 1) + 1;
    const behind = Math.max(entry.key.end, entry.value.end);
    const next = text.indexOf('\n', behind);
    // A text in lines ends where the next line starts.
    const end = text[behind - 1] === '\n' ? behind : next === -1 ? text.length : next + 1;
    const isAlone = /^\s*$/.test(text.slice(start, entry.key.offset));
    const isAtEnd = /^:?[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(behind, end));
    return isAlone && isAtEnd && !isInBraces(site) && topOf(site) !== 'data' ? { start, end } : undefined;
}

;// CONCATENATED MODULE: ./lib/import/text-edits.js
// Edits of a text by position, and the lines that they touch.
/** The text with edits, by position. What an earlier edit has replaced, a later one does not keep. */
function edited(text, edits) {
    const pieces = [];
    let from = 0;
    for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
        pieces.push(text.slice(from, Math.max(from, edit.start)), edit.text);
        from = Math.max(from, edit.end);
    }
    return `${pieces.join('')}${text.slice(from)}`;
}
/** From the start of the first line to the start of the line after the last. */
function linesAt(text, { start, end }) {
    const next = text.indexOf('\n', end);
    return { start: text.lastIndexOf('\n', start - 1) + 1, end: next === -1 ? text.length : next + 1 };
}

;// CONCATENATED MODULE: ./lib/import/quote.js
// Writes a text where another one stands, in the form of its file; a form counts only if it reads as the text.








/** Replaces the value of an entry; `undefined`: the file cannot hold the text there. */
function replaced(site, text) {
    const node = site.entry.value;
    if (site.format === 'properties')
        return lineEdit(site, text, propertyForms(text ?? '', site));
    if (site.format === 'dotenv')
        return lineEdit(site, text, dotenvForms(text ?? '', site));
    return isInLines(site, node)
        ? blockEdit(site, text, node)
        : { ...placeOf(site, node), text: `${isEmpty(node) ? ' ' : ''}${quote_form(site, text)}` };
}
/** The text on one line, in the place of the value. */
function quote_form(site, text) {
    if (text === null)
        return 'null';
    const node = site.entry.value;
    const old = site.text.slice(node.offset, node.end);
    if (isJson(site.path))
        return BARE.test(old) && BARE.test(text) ? text : doubleQuoted(text);
    const isText = node.kind === 'scalar' && !isEmpty(node) && !(node.plain && isSpecial(node.text));
    const isPlain = old[0] !== '"' && old[0] !== "'" && !(isText && isSpecial(text));
    const single = `'${text.replaceAll("'", "''")}'`;
    const isSingle = old[0] === "'" || (old[0] !== '"' && /["\\]/.test(text) && !text.includes("'"));
    const forms = [...(isPlain ? [text] : []), ...(isSingle ? [single] : [])];
    const isRead = (one) => !NOT_RAW.test(text) && readsAs(isInBraces(site) ? `{ a: ${one} }` : `a: ${one}`, text);
    return forms.find(isRead) ?? doubleQuoted(text);
}
function readsAs(yaml, text) {
    let isRead = true;
    const [tree] = (0,parse_yaml/* parseTrees */.$)(new diagnostic/* Source */.kL('', yaml), () => {
        isRead = false;
    });
    const value = tree?.kind === 'mapping' && tree.entries.length === 1 ? tree.entries[0]?.value : undefined;
    return isRead && value?.kind === 'scalar' && value.text === text && !(0,syntax_tree/* isNull */.kZ)(value) && !(0,syntax_tree/* isNothing */.qv)(value);
}
/** Whether it is a text behind `|` or `>`. */
function isInLines({ text }, node) {
    return node.kind === 'scalar' && !isEmpty(node) && /[ \t\r\n]/.test(text.charAt(node.offset));
}
function isEmpty(node) {
    return node.kind === 'scalar' && node.offset === node.end;
}
/** Behind the colon where nothing stands. */
function placeOf({ text, entry }, node) {
    if (!isEmpty(node))
        return { start: node.offset, end: node.end };
    const colon = text.indexOf(':', entry.key.end) + 1;
    return { start: colon, end: colon };
}
/** `|` or `>` and the lines below it. It stays in lines if it can. */
function blockEdit(site, text, node) {
    const header = /[|>][-+0-9]*([^\n\r]*)\r?\n$/.exec(site.text.slice(0, node.offset));
    if (header === null)
        return undefined;
    const lines = site.text.slice(node.offset, node.end);
    const end = node.offset + lines.trimEnd().length;
    const start = node.offset - header[0].length;
    const [, behind = ''] = header;
    const indent = /^(?:\s*\n)?([ \t]*)/.exec(lines)?.[1] ?? '';
    if (text === null || !isLiteral(text))
        return { start, end, text: `${quote_form(site, text)}${behind}` };
    const newline = site.text.includes('\r\n') ? '\r\n' : '\n';
    const shown = text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => (line === '' ? '' : indent + line));
    return { start, end, text: [`${text.endsWith('\n') ? '|' : '|-'}${behind}`, ...shown].join(newline) };
}
/** Characters that a YAML reader may drop, normalise or refuse unless escaped. */
const NOT_RAW = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;
/** JSON numbers and booleans. */
const BARE = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false)$/;
/** Whether `|` can hold the text: several lines, no invisible characters, no leading or trailing blank lines. */
function isLiteral(text) {
    const lines = text.replace(/\n$/, '').split('\n');
    const isVisible = lines.every((line) => !NOT_RAW.test(line.replaceAll('\t', ' ')));
    return lines.length > 1 && isVisible && /^\S/.test(lines[0] ?? '') && /\S/.test(lines.at(-1) ?? '');
}
function doubleQuoted(text) {
    return JSON.stringify(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/gu, (character) => {
        return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
    });
}
function isJson(path) {
    return /\.json$/i.test(path);
}
/** Whether a plain scalar is not a text for every reader: a text stays one. */
function isSpecial(plain) {
    const { contents, errors } = (0,dist/* parseDocument */.Tp)(plain, { version: '1.1', logLevel: 'silent' });
    return errors.length === 0 && (0,dist/* isScalar */.jn)(contents) && typeof contents.value !== 'string';
}
/** The first form with which the lines of the entry read as the text. */
function lineEdit(site, text, forms) {
    if (text === null || site.format === 'nested')
        return undefined;
    const { format, entry } = site;
    const { offset: start, end } = entry.value;
    const lines = linesAt(site.text, { start: entry.key.offset, end: Math.max(entry.key.offset, end) });
    const own = site.text.slice(lines.start, lines.end);
    const found = forms.find((one) => {
        const line = edited(own, [{ start: start - lines.start, end: end - lines.start, text: one }]);
        const [read, other] = (0,source_formats/* readFormat */.C)(new diagnostic/* Source */.kL('', line), { format, separator: '.', report: () => undefined });
        const isOne = read?.value.kind === 'scalar' && other === undefined;
        return isOne && read.name === entry.key.text && read.value.kind === 'scalar' && read.value.text === text;
    });
    return found === undefined ? undefined : { start, end, text: found };
}
/** In ASCII a file reads the same in ISO-8859-1, which older programs expect, and in UTF-8. A name alone gets `=`. */
function propertyForms(text, site) {
    const isAscii = /^[\x00-\x7f]*$/.test(site.text);
    const written = (0,lib.stringify)([['', text]], { keySep: '', lineWidth: null, latin1: isAscii });
    const escaped = (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const value = isAscii ? written.replace(/[\x80-\xff]/g, escaped) : written;
    return ['', '='].flatMap((separator) => [`${separator}${value}`, `${separator}\\${value}`]);
}
/** Texts that a shell reads like the library. */
const SAFE = /^[\w./:@%+,=-]*$/;
const QUOTES = ["'", '"', '`'];
/** The quotes that stand there first; over several lines if the old text is. */
function dotenvForms(text, site) {
    const old = site.text.slice(site.entry.value.offset, site.entry.value.end);
    const quote = QUOTES.find((one) => old.length > 1 && old.startsWith(one) && old.endsWith(one));
    const own = quote === undefined ? [] : /\n/.test(old) ? [`${quote}${text}${quote}`] : quotedIn(quote, text);
    const isPlain = SAFE.test(text) || (quote === undefined && !SAFE.test(old));
    const plain = isPlain ? [text] : [];
    const others = QUOTES.flatMap((one) => quotedIn(one, text)).concat(QUOTES.map((one) => `${one}${text}${one}`));
    const newline = site.text.includes('\r\n') ? '\r\n' : '\n';
    return [...own, ...plain, ...others].map((one) => one.replaceAll('\n', newline));
}
/** On one line; only double quotes have an escape for line breaks. */
function quotedIn(quote, text) {
    if (text.includes(quote))
        return [];
    if (quote === '"')
        return [`"${text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`];
    return /[\r\n]/.test(text) ? [] : [`${quote}${text}${quote}`];
}

;// CONCATENATED MODULE: ./lib/import/variables.js
// Names of environment variables for secrets and passwords that an import declares.








/** Names that documents cannot use, and names with a meaning to a shell, a runner or Git. */
const MEANS_ELSE = /^(?:CONFIGHUB|GITHUB|ACTIONS|RUNNER|INPUT|NODE|NPM|GIT|LD|DYLD|SSH|LC|XDG)_|^(?:PATH|HOME|USER|SHELL|PWD|OLDPWD|TMPDIR|TEMP|LANG|TERM|CI|IFS|ENV|[^A-Z].*)$/;
class Variables {
    named = [];
    /** Value for each variable, where known. */
    texts = new Map();
    #taken;
    /** @param taken names already in use */
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
/** Security groups of all items of a state, sorted. */
function groupsIn(state) {
    const keys = (0,model_state/* keysIn */.q7)(state).flatMap(({ securityGroup }) => securityGroup ?? []);
    return sortedNames([...keys, ...(0,model_state/* rowsOf */.RO)((0,model_state/* filesIn */.nG)(state)).flatMap(({ securityGroup }) => securityGroup ?? [])]);
}
/** Security groups of the changed items, sorted. */
function groupsOf(changes, state) {
    const found = changes.map((change) => (0,find_item/* find */.I6)(state, change));
    return sortedNames(found.flatMap(({ item, row }) => item?.securityGroup ?? row?.securityGroup ?? []));
}
function sortedNames(names) {
    return [...new Set(names)].sort(lib_text/* compareText */.n6);
}
/**
 * The project file with a variable for each group that has none, in `passwords` of the target if it has one of its own;
 * `undefined`: it has to be added by hand.
 */
function withPasswords(file, { missing, variables, target }) {
    const source = new diagnostic/* Source */.kL(file.path, file.text);
    const [root] = (0,parse_yaml/* parseTrees */.$)(source, () => undefined);
    const entries = missing.map((group) => `${doubleQuoted(group)}: { "env": "${variables.forPassword(group)}" }`);
    const targets = root && target && fieldIn(root, 'targets')?.value;
    const own = targets ? fieldIn(targets, target ?? '')?.value : undefined;
    const field = (own && fieldIn(own, 'passwords')) ?? (root && fieldIn(root, 'passwords'));
    if (field !== undefined)
        return field.value.kind === 'mapping' ? withEntries(file.text, field.value, entries) : undefined;
    if (root?.kind === 'mapping' && file.text.charAt(root.offset) === '{')
        return withEntries(file.text, root, [`"passwords": { ${entries.join(', ')} }`]);
    const isCut = file.text !== '' && !file.text.endsWith('\n');
    return `${file.text}${isCut ? '\n' : ''}passwords:\n${entries.map((entry) => `  ${unquoted(entry)}\n`).join('')}`;
}
/** Behind those that are there, in the same style. */
function withEntries(text, mapping, entries) {
    const isInBraces = text.charAt(mapping.offset) === '{';
    if (isInBraces) {
        const start = mapping.end - 1;
        const separator = mapping.entries.length === 0 ? ' ' : ', ';
        return `${text.slice(0, start).trimEnd()}${separator}${entries.join(', ')} ${text.slice(start)}`;
    }
    const column = mapping.offset - text.lastIndexOf('\n', mapping.offset - 1) - 1;
    const next = text.indexOf('\n', mapping.end);
    const [before, after] = next === -1 ? [`${text}\n`, ''] : [text.slice(0, next + 1), text.slice(next + 1)];
    return `${before}${entries.map((entry) => `${' '.repeat(column)}${unquoted(entry)}\n`).join('')}${after}`;
}
/** As people write it in YAML: names of letters and digits need no quotes. */
function unquoted(entry) {
    return entry.replace(/"([A-Za-z_]\w*)"/g, '$1');
}

;// CONCATENATED MODULE: ./lib/import/changes.js










/** The changes that lead from what documents declare to live. Their cause is set if the documents changed them too. */
function changesTo(live, desired, input) {
    const { baseline, target } = input;
    const depth = target.levels.length;
    const completed = (0,normalize/* complete */.M)(desired, input.live, input);
    const present = (0,prune/* keepUnmanaged */.CI)(completed, { live: (0,model_state/* emptyState */.p$)(), policy: { prune: 'all' } });
    const known = withoutHidden(present, { live, input });
    const sides = baseline && { baseline, desired: input.desired, live: live.state, depth };
    const drift = sides && withDrift(known, sides);
    const found = (0,diff/* diffOfPlans */.TR)(drift?.state ?? live.state, known, depth);
    const changes = found.map((change) => drift?.conflicts.has((0,find_item/* changeId */.Ux)(change)) ? { ...change, cause: 'conflict' } : change);
    return comparable(changes, { desired, live: live.state, isDrift: baseline !== undefined });
}
/**
 * Drops changes of items that cannot be compared, except secured texts that documents contain in clear and files whose
 * group differs.
 */
function comparable(changes, { desired, live, isDrift }) {
    return changes.filter((change) => {
        if (!change.rewritten || change.kind === 'key')
            return !change.rewritten;
        if (isDrift)
            return false;
        const [declared] = groupsOf([change], desired);
        const [group] = groupsOf([change], live);
        const isFromEnv = (0,find_item/* find */.I6)(desired, change).row?.variable !== undefined;
        const isInOther = change.kind === 'file' && declared !== undefined && declared !== group;
        return (!isFromEnv && group !== undefined) || isInOther;
    });
}
/** Without items and rows that live has in a form that documents cannot declare. */
function withoutHidden(known, { live, input }) {
    const isHidden = (at) => (0,model_state/* rowAt */.ce)(input.live, at) !== undefined && (0,model_state/* rowAt */.ce)(live.state, at) === undefined;
    const { items } = (0,model_state/* onlyRows */.iv)(known, (found) => !isHidden(found));
    return { items: new Map([...items].filter(([id]) => !input.live.items.has(id) || live.state.items.has(id))) };
}
/** @param known what the documents declare now, completed */
function withDrift(known, { desired, live, depth, ...sides }) {
    const baseline = withKnownTexts(sides.baseline, { desired, live });
    const found = (0,causes/* withCauses */.vR)((0,diff/* diff */.Ui)(known, live, depth), { desired, live, applied: { baseline } });
    const added = (0,overrides/* overridesIn */.l)(desired, { live, applied: { baseline }, policy: { scope: scope/* WHOLE_REPOSITORY */.DH }, depth });
    const changes = (0,overrides/* withOverrides */.S)(found, added).map((change) => change.cause === 'override' ? { ...change, cause: 'drift' } : change);
    const conflicts = new Set(changes.filter(({ cause }) => cause === 'conflict').map(find_item/* changeId */.Ux));
    return { state: (0,drift/* withDriftKept */.s)(known, { live, baseline, changes, causes: ['drift', 'conflict'] }), conflicts };
}
/**
 * Replaces unknown texts of the baseline, which came from the environment: by those declared now, or by those of live if
 * the documents no longer take them from there. Then drift is unknown, and a secret of the server stays there.
 */
function withKnownTexts(baseline, { desired, live }) {
    return (0,model_state/* withRows */.Qx)(baseline, (row, at) => {
        if (!row.unknown)
            return row;
        const now = (0,model_state/* rowAt */.ce)(desired, at);
        return (now?.variable === undefined ? (0,model_state/* rowAt */.ce)(live, at) : now) ?? row;
    });
}

// EXTERNAL MODULE: ./lib/documents/read-file-entries.js
var read_file_entries = __webpack_require__(3342);
// EXTERNAL MODULE: ./lib/documents/state-builder.js + 1 modules
var state_builder = __webpack_require__(119);
// EXTERNAL MODULE: ./lib/semantics/ciphers.js
var ciphers = __webpack_require__(2229);
// EXTERNAL MODULE: ./lib/semantics/value-types.js
var value_types = __webpack_require__(6060);
;// CONCATENATED MODULE: ./lib/import/declarable.js
// Which live items documents can declare, and why others are left out.







/** The part of live that the project manages: a key that the documents declare is theirs, even where all of its values are others'. */
function inScope(live, { scope, desired }) {
    const { items } = (0,model_state/* onlyRows */.iv)(live, ({ item, row }) => scope.row(item, row.context));
    const isOthers = (id, { rows }) => rows.size === 0 && (live.items.get(id)?.rows.size ?? 0) > 0 && !desired.items.has(id);
    return { items: new Map([...items].filter(([id, item]) => scope.item(item) && !isOthers(id, item))) };
}
/** @param depth number of context levels */
function declarable(live, depth) {
    const leftOut = [];
    const untyped = new Set();
    const items = new Map();
    for (const [id, item] of live.items) {
        if (item.kind === 'key' && !state_builder/* KEY_NAME */.G.test(item.name)) {
            leftOut.push({ item: item.name, reason: 'documents cannot declare a key with this name' });
            continue;
        }
        const shown = { ...item, rows: declarableRows(item, { depth, leftOut }) };
        if (item.kind === 'file' && shown.rows.size === 0)
            continue;
        items.set(id, shown);
        if (isFitting(shown))
            continue;
        untyped.add(id);
        leftOut.push({ item: item.name, reason: `its type ${item.vdt}: some of its values do not fit it` });
    }
    return { state: { items }, untyped, leftOut };
}
/** `db.host [Production;*]`: an item in messages. */
function itemOf(name, context, depth) {
    return `${name} [${(0,model_context/* fullContext */.NH)(context, depth)}]`;
}
function declarableRows(item, { depth, leftOut }) {
    const rows = new Map();
    for (const [id, row] of item.rows) {
        const reason = rowReason(item, row, depth);
        if (reason === undefined)
            rows.set(id, row);
        else
            leftOut.push({ item: itemOf(item.name, row.context, depth), reason });
    }
    if (item.inactive) {
        const reason = `${(0,lib_text/* counted */.hS)(item.inactive, 'inactive value')}, which a push cannot read or write`;
        leftOut.push({ item: item.name, reason });
    }
    return rows;
}
function isFitting(item) {
    const { vdt, rows } = item;
    if (vdt === undefined)
        return true;
    return [...rows.values()].every((row) => isHidden(item, row) || (0,value_types/* valueProblem */.FQ)(vdt, row.text) === undefined);
}
function rowReason(item, row, depth) {
    const { context, text, duplicates } = row;
    if (duplicates)
        return duplicateReason(duplicates);
    const own = item.kind === 'key' ? valueReason(item, row) : fileReason(item.name, context);
    return own ?? contextReason(context, depth) ?? (text === null ? undefined : textReason(text));
}
function valueReason(key, row) {
    if (key.vdt === undefined || isHidden(key, row) || (0,value_types/* storedText */.VS)(key.vdt, row.text) === row.text)
        return undefined;
    return `the server would store it in a different form because its type is ${key.vdt}`;
}
/** Whether the clear text, which the type applies to, is unknown. An encrypted text stays as read where documents declare null. */
function isHidden({ securityGroup }, { text, unknown }) {
    return unknown === true || (securityGroup !== undefined && text !== null && (0,ciphers/* looksSealed */.rQ)(text));
}
function fileReason(path, context) {
    const problem = (0,read_file_entries/* filePathProblem */.tX)(path);
    if (problem !== undefined)
        return `its path ${problem}`;
    return (0,read_file_entries/* isFileField */.ZU)(context) ? 'the name of its context is reserved in documents' : undefined;
}
function duplicateReason(duplicates) {
    return `the server holds ${duplicates + 1} active rows for it, but a document can declare only one`;
}
function contextReason(context, depth) {
    if (context === model_context/* EVERYWHERE */.Zh)
        return undefined;
    const elements = (0,model_context/* elementsOf */.ZE)(context);
    const isNamed = (name) => name === '*' || (model_context/* ELEMENT_NAME */.Hi.test(name) && name.length <= model_context/* ELEMENT_NAME_MAX */.cc);
    if (elements.length === depth && elements.every(isNamed))
        return undefined;
    return 'documents cannot declare a context with this name';
}
function textReason(text) {
    if (text.includes('\0'))
        return 'it contains a NUL character';
    return /[\uD800-\uDFFF]/u.test(text) ? 'it contains half of a surrogate pair, which is not a character' : undefined;
}

// EXTERNAL MODULE: ./lib/lib/collections.js
var collections = __webpack_require__(4390);
// EXTERNAL MODULE: ./lib/lib/json.js
var lib_json = __webpack_require__(8173);
// EXTERNAL MODULE: ./lib/model/document-fields.js
var document_fields = __webpack_require__(5324);
;// CONCATENATED MODULE: ./lib/import/file-names.js
// Names of the files that an import creates: valid on every system, and unique ignoring case.

/** Characters that are unsafe or misleading in a path. */
const UNUSUAL = /[^\p{L}\p{N}._+()[\]@= -]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Most file systems allow 255 bytes. */
const MAX_BYTES = 120;
/** Makes each part of a path a valid file name: no `..`, no `.git`, no reserved name of Windows. */
function safePath(path) {
    return path
        .split('/')
        .filter((part) => part !== '')
        .map(safePart)
        .join('/');
}
function safePart(part) {
    // Names on the server may be of any length.
    const usual = part.slice(-MAX_BYTES).normalize('NFC').replace(UNUSUAL, '_');
    const ended = (0,lib_text/* trimEndOf */.fC)(usual, '. ');
    let name = `${ended}${ended === usual ? '' : '_'}`.replace(/^ +/, '_');
    while (Buffer.byteLength(name) > MAX_BYTES)
        name = [...name].slice(1).join('');
    return RESERVED.test(name) || /^\.git/i.test(name) || name === '' ? `_${name}` : name;
}
/** Hands out unused paths: not in the project, and not handed out before. */
class FreePaths {
    /** Whether the project has a file or folder at this path. */
    exists;
    #files = new Set();
    #folders = new Set();
    constructor(exists) {
        this.exists = exists;
    }
    /** The path itself, or the first free one of `a-2.txt`, `a-3.txt` … */
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
        return isFolderFree && !this.#files.has(id) && !this.#folders.has(id) && !this.exists(path);
    }
    #taken(path) {
        const id = path.toLowerCase();
        this.#files.add(id);
        for (const folder of foldersOf(id))
            this.#folders.add(folder);
        return path;
    }
}
/** Numbers the file name and the folder in turn: a file may exist where a folder is needed. */
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

;// CONCATENATED MODULE: ./lib/import/new-documents.js
// Writes what has no place yet to a document: new ones, or entries that are added to one.










/** A first import of more items than this gets a document for each first part of the names. */
const MAX_ITEMS = 100;
/** A first part with fewer keys gets no document of its own. */
const MIN_KEYS = 10;
/** The items of each document by its name. @param common the document for what shares no first part with enough others */
function splitByName(state, common) {
    const isSmall = [...state.items.values()].reduce((sum, item) => sum + entriesOf(item), 0) <= MAX_ITEMS;
    const byName = (0,collections/* grouped */.z)(state.items, ([, { kind, name }]) => kind === 'file' ? common : safePath(prefixOf(name)) || common);
    const documentOf = (name) => (isSmall || (byName.get(name)?.length ?? 0) < MIN_KEYS ? common : name);
    const documents = new Map();
    for (const [name, own] of byName) {
        const { items } = documents.get(documentOf(name)) ?? (0,model_state/* emptyState */.p$)();
        documents.set(documentOf(name), { items: new Map([...items, ...own]) });
    }
    return documents;
}
/** As people count them: a key once, a file in each of its contexts. */
function entriesOf({ kind, rows }) {
    return kind === 'key' ? 1 : rows.size;
}
/** `db` for `DB.pool.size`; empty without a dot. */
function prefixOf(name) {
    const dot = name.indexOf('.');
    return dot < 1 ? '' : name.slice(0, dot).toLowerCase();
}
/** The metadata of a key that is not the default. */
function metadataOf(key, isTyped) {
    return {
        ...(key.readme && { readme: key.readme }),
        ...(isTyped && key.vdt !== undefined && (key.vdt !== 'Text' || key.rows.size === 0) && { vdt: key.vdt }),
        ...(key.securityGroup !== undefined && { securityGroup: key.securityGroup }),
        ...(key.deprecated && { deprecated: true }),
        ...(key.push === false && { push: false }),
    };
}
/** The document with these items; what it has already stays, with its comments. */
function documentWith(state, at) {
    const { path, before, writer } = at;
    const document = before === undefined ? new dist/* Document */.yo(new dist/* YAMLMap */.CA(), SETTINGS) : (0,dist/* parseDocument */.Tp)(before, SETTINGS);
    const root = (0,dist/* isMap */.jh)(document.contents) ? document.contents : new dist/* YAMLMap */.CA();
    document.contents = root;
    const shape = new Shapes(writer, path, contextOfRoot(root));
    for (const key of sorted((0,model_state/* keysIn */.q7)(state)))
        shape.addKey(sectionOf(root, 'keys'), key);
    for (const file of sorted((0,model_state/* filesIn */.nG)(state)))
        shape.addFile(sectionOf(root, 'files'), file);
    if (isJson(path))
        return `${jsonOf(root, '')}\n`;
    const text = document.toString({ lineWidth: 0, flowCollectionPadding: true });
    // Only quoted texts have such characters, where an escape means the same.
    return text.replace(/(?![\n\t\r])[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/gu, (one) => doubleQuoted(one).slice(1, -1));
}
const SETTINGS = { schema: 'failsafe', logLevel: 'silent' };
function contextOfRoot(root) {
    const context = root.get('context');
    return typeof context === 'string' ? context : model_context/* EVERYWHERE */.Zh;
}
function sorted(items) {
    return items.toSorted((a, b) => compareNames(a.name, b.name));
}
function compareNames(a, b) {
    return (0,lib_text/* compareText */.n6)(a.toLowerCase(), b.toLowerCase()) || (0,lib_text/* compareText */.n6)(a, b);
}
function sectionOf(root, name) {
    const section = root.get(name);
    if ((0,dist/* isMap */.jh)(section))
        return section;
    const made = new dist/* YAMLMap */.CA();
    root.set(scalar(name), made);
    return made;
}
function entryName({ key }) {
    return (0,dist/* isScalar */.jn)(key) ? String(key.value) : '';
}
/** Before the first that comes behind it, so that a sorted mapping stays sorted. */
function insert(map, pair, compare) {
    const next = map.items.findIndex((one) => compare(entryName(one), entryName(pair)) > 0);
    map.items.splice(next === -1 ? map.items.length : next, 0, pair);
}
class Shapes {
    #writer;
    #document;
    /** That of the document, which a value alone has. */
    #home;
    constructor(writer, document, home) {
        this.#writer = writer;
        this.#document = document;
        this.#home = home;
    }
    addKey(keys, key) {
        const known = keys.items.find((pair) => entryName(pair).toLowerCase() === key.name.toLowerCase());
        const values = [...key.rows.values()].map((row) => [row.context, this.#value(key, row)]);
        if (known === undefined)
            insert(keys, new dist/* Pair */.Rm(scalar(key.name), this.#key(key, values)), compareNames);
        else
            for (const [context, value] of values)
                this.#addValue(known, context, value);
    }
    addFile(files, file) {
        const { name, rows } = file;
        const known = files.items.find((pair) => entryName(pair) === name);
        const contents = [...rows.values()].map((row) => [row.context, this.#content(file, row)]);
        const [only, second] = contents;
        const isAlone = only !== undefined && second === undefined && this.#isHome(only[0]);
        if (known === undefined)
            insert(files, new dist/* Pair */.Rm(scalar(name), isAlone ? only[1] : this.#inContexts(contents)), compareNames);
        else {
            if ((0,dist/* isMap */.jh)(known.value) &&
                known.value.items.some((pair) => ['path', 'content', 'env', 'opp'].includes(entryName(pair))))
                known.value = this.#inContexts([[this.#home, known.value]]);
            for (const [context, content] of contents)
                this.#addContext(known.value, context, content);
        }
    }
    #key(metadata, written) {
        const [only, second] = written;
        const isAlone = only !== undefined && second === undefined && this.#isHome(only[0]);
        const fields = new dist/* YAMLMap */.CA();
        for (const field of ['readme', 'vdt', 'securityGroup'])
            if (metadata[field] !== undefined)
                fields.set(scalar(field), scalar(metadata[field]));
        if (isAlone &&
            fields.items.length === 0 &&
            metadata.deprecated === undefined &&
            metadata.push === undefined &&
            (0,dist/* isScalar */.jn)(only[1]))
            return only[1];
        if (isAlone)
            fields.set(scalar('value'), only[1]);
        else if (only !== undefined)
            fields.set(scalar('values'), this.#inContexts(written));
        for (const field of ['deprecated', 'push'])
            if (metadata[field] !== undefined)
                fields.set(scalar(field), scalar(String(metadata[field])));
        fields.flow = written.length === 0 || (isAlone && metadata.readme === undefined && isShort(fields));
        return fields;
    }
    /** Gives a key of the document one more context. */
    #addValue(known, context, value) {
        if (!(0,dist/* isMap */.jh)(known.value)) {
            const fields = new dist/* YAMLMap */.CA();
            fields.set(scalar('values'), this.#inContexts(known.value === null ? [] : [[this.#home, known.value]]));
            known.value = fields;
        }
        const key = known.value;
        key.flow = false;
        const own = key.items.find((pair) => entryName(pair) === 'value');
        if (own !== undefined) {
            own.key = scalar('values');
            own.value = this.#inContexts([[this.#home, own.value]]);
        }
        if (!(0,dist/* isMap */.jh)(key.get('values')))
            key.set(scalar('values'), this.#inContexts([]));
        this.#addContext(key.get('values'), context, value);
    }
    #addContext(contexts, context, value) {
        if (!(0,dist/* isMap */.jh)(contexts))
            return;
        contexts.flow = false;
        insert(contexts, new dist/* Pair */.Rm(scalar(this.#named(context)), value), model_context/* compareContexts */.wn);
    }
    /** Broad contexts first, each in full. */
    #inContexts(items) {
        const map = new dist/* YAMLMap */.CA();
        for (const [context, node] of [...items].sort(([a], [b]) => (0,model_context/* compareContexts */.wn)(a, b)))
            map.items.push(new dist/* Pair */.Rm(scalar(this.#named(context)), node));
        return map;
    }
    #named(context) {
        return (0,model_context/* fullContext */.NH)(this.#writer.spelled(context), this.#writer.depth);
    }
    #isHome(context) {
        return (0,model_context/* contextId */.PF)(context) === (0,model_context/* contextId */.PF)(this.#home);
    }
    #value(key, row) {
        const { contents, isSecret, variableFor } = this.#writer;
        const { name, vdt } = key;
        const { context, text } = row;
        if (text === null)
            return plain('null');
        if (text !== '' && isSecret(name, text))
            return inBraces({ env: variableFor(key, row) });
        const native = (0,model_state/* isNative */.ib)(vdt) ? nativeNode(text) : undefined;
        if (native !== undefined)
            return native;
        if (text.length <= MAX_TEXT)
            return scalar(text);
        const extension = /\.\w+$/.test(name) ? '' : (0,model_state/* isNative */.ib)(vdt) ? '.json' : '.txt';
        return inBraces({ path: contents.add(this.#document, 'values', { name: `${name}${extension}`, context, text }) });
    }
    #content(file, row) {
        const { name } = file;
        const { context, securityGroup } = row;
        const text = row.text ?? '';
        const group = securityGroup === undefined ? {} : { securityGroup };
        const { contents, isSecret, variableFor } = this.#writer;
        if (text === '')
            return inBraces({ content: '', ...group });
        if (isSecret(name, text))
            return inBraces({ env: variableFor(file, row), ...group });
        return inBraces({ path: contents.add(this.#document, 'files', { name, context, text }), ...group });
    }
}
/** Longer texts go to a content file. */
const MAX_TEXT = 1000;
/** Longer mappings are written as blocks. */
const MAX_LINE = 80;
function isShort(node) {
    return jsonOf(node, undefined).length <= MAX_LINE && !hasLines(node);
}
function hasLines(node) {
    if ((0,dist/* isScalar */.jn)(node))
        return node.type === 'BLOCK_LITERAL';
    return (0,dist/* isMap */.jh)(node) && node.items.some(({ value }) => hasLines(value));
}
function plain(source) {
    return Object.assign(new dist/* Scalar */.X5(source), { type: 'PLAIN' });
}
/** Plain scalars that do not mean their text. */
const MEANINGS = new Set(['', 'null', 'Null', 'NULL', '~', '<<']);
/** A text that arrives as it is. */
function scalar(text, isQuoted = false) {
    const type = isLiteral(text)
        ? 'BLOCK_LITERAL'
        : isQuoted || MEANINGS.has(text) || NOT_RAW.test(text)
            ? 'QUOTE_DOUBLE'
            : 'PLAIN';
    return Object.assign(new dist/* Scalar */.X5(text), { type });
}
function inBraces(fields) {
    const map = new dist/* YAMLMap */.CA();
    for (const [name, text] of Object.entries(fields))
        map.items.push(new dist/* Pair */.Rm(scalar(name), scalar(text)));
    map.flow = true;
    return map;
}
const MAX_DEPTH = 12;
/** A JSON text as a mapping or a list that reads as the same JSON; `undefined`: write it as text. */
function nativeNode(json) {
    const parsed = isStrictJson(json) ? (0,lib_json/* parseLenientJson */.Ri)(json) : undefined;
    const node = parsed !== undefined && 'value' in parsed ? nodeOf(parsed.value, 0) : undefined;
    if (node === undefined || (0,dist/* isScalar */.jn)(node))
        return undefined;
    if (isShort(node))
        node.flow = true;
    // `value: { path: x }` would refer to a file.
    const isValueObject = (0,dist/* isMap */.jh)(node) && node.items.some((pair) => document_fields/* VALUE_FIELDS */.y$.some((field) => field === entryName(pair)));
    if (!isValueObject)
        return node;
    const wrapped = new dist/* YAMLMap */.CA();
    wrapped.items.push(new dist/* Pair */.Rm(scalar('value'), node));
    return wrapped;
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
function nodeOf(json, depth) {
    if (depth > MAX_DEPTH)
        return undefined;
    if (json === null || typeof json === 'boolean')
        return plain(String(json));
    if (json instanceof lib_json/* JsonNumber */.WP)
        return BARE.test(json.literal) ? plain(json.literal) : undefined;
    if (typeof json === 'string')
        return (0,syntax_tree/* textMistakes */.$c)(json).length > 0 ? undefined : scalar(json, BARE.test(json));
    if (Array.isArray(json)) {
        const items = json.map((item) => nodeOf(item, depth + 1));
        return items.includes(undefined) ? undefined : Object.assign(new dist/* YAMLSeq */.Rw(), { items });
    }
    if (!(0,lib_json/* isJsonObject */.OW)(json))
        return undefined;
    const pairs = Array.from(json, ([name, member]) => [name, nodeOf(member, depth + 1)]);
    if (pairs.some(([name, node]) => node === undefined || (0,syntax_tree/* textMistakes */.$c)(name).length > 0))
        return undefined;
    return Object.assign(new dist/* YAMLMap */.CA(), { items: pairs.map(([name, node]) => new dist/* Pair */.Rm(scalar(name), node)) });
}
/** @param indent `undefined`: on one line */
function jsonOf(node, indent) {
    if ((0,dist/* isScalar */.jn)(node)) {
        const text = String(node.value);
        return node.type === 'PLAIN' && (BARE.test(text) || text === 'null') ? text : doubleQuoted(text);
    }
    const inner = indent === undefined || ((0,dist/* isMap */.jh)(node) && node.flow) ? undefined : `${indent}  `;
    const members = (0,dist/* isMap */.jh)(node)
        ? node.items.map((pair) => `${doubleQuoted(entryName(pair))}: ${jsonOf(pair.value, inner)}`)
        : (node?.items ?? []).map((item) => jsonOf(item, inner));
    const [open, close] = (0,dist/* isMap */.jh)(node) ? '{}' : '[]';
    if (members.length === 0)
        return `${open}${close}`;
    if (inner === undefined)
        return `${open} ${members.join(', ')} ${close}`;
    return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

;// CONCATENATED MODULE: ./lib/import/edit-files.js








function editFiles(changes, input) {
    const editor = new Editor(input);
    for (const ofKey of (0,collections/* grouped */.z)(changes.filter(isOfKey), ({ key }) => (0,model_state/* keyId */.xs)(key)).values())
        editor.editKey(ofKey);
    for (const change of changes)
        if (change.kind === 'file')
            editor.editFile(change);
    return editor.finish();
}
function isOfKey(change) {
    return change.kind !== 'file';
}
const FROM_ENV = 'its document takes it from the environment';
const BY_HAND = 'its document declares it in a form that import cannot edit; change it by hand';
const REMOVE_BY_HAND = 'it has no lines of its own; remove it by hand';
const TYPED = 'its type comes from a source; change `types` of the source, or the value, by hand';
class Editor {
    #input;
    #sites;
    #edits = new Map();
    #gone = [];
    #made = { texts: new Map(), rest: (0,model_state/* emptyState */.p$)(), reasons: new Map() };
    constructor(input) {
        this.#input = input;
        this.#sites = new Sites(input.desired, input.texts);
    }
    editKey(changes) {
        const own = changes.find(({ kind }) => kind === 'key');
        const values = changes.filter((change) => change.kind === 'value');
        const [first] = changes;
        const id = (0,model_state/* keyId */.xs)(first?.key ?? '');
        const [declared, key] = [this.#input.desired.items.get(id), this.#input.live.state.items.get(id)];
        if (own?.action === 'delete' || key === undefined)
            this.#removeKey(own, values);
        else if (declared === undefined)
            this.#addKey(key, values, true);
        else if (declared.absent) {
            const [only, ...others] = this.#sites.ofKey(key.name);
            if (only === undefined || others.length > 0 || own === undefined)
                for (const change of changes)
                    this.#leave(change, BY_HAND);
            else
                this.#remove({ site: only, change: own, after: () => this.#addKey(key, values, true) });
        }
        else {
            if (own !== undefined)
                this.#editMetadata(own, { declared, key });
            for (const change of [...values, ...this.#natives(own, { declared, key, values })])
                this.#editValue(change, { declared, key });
            // With its last value a key would no longer be declared.
            const isBare = key.rows.size === 0 && model_state/* KEY_METADATA */.Mv.every((name) => declared[name] === undefined);
            if (isBare && values.length > 0)
                this.#addKey(key, [], true);
        }
    }
    editFile(change) {
        const declared = (0,find_item/* find */.I6)(this.#input.desired, change).row;
        const { item: file, row } = (0,find_item/* find */.I6)(this.#input.live.state, change);
        const site = declared && this.#sites.at(declared.place);
        if (change.action === 'delete')
            this.#removeRow(change, declared);
        else if (file === undefined || row === undefined)
            this.#leave(change, BY_HAND);
        else if (declared === undefined)
            (0,model_state/* addFileRow */.Q4)(this.#made.rest, file.name, row);
        else if (declared.variable !== undefined)
            this.#regroup(change, site, row);
        else if (this.#isInSource(declared))
            this.#writeContent(change, { declared, text: row.text ?? '' });
        else
            this.#set(change, { declared, site, text: row.text, whole: this.#fileForm({ file, row, site, declared }) });
    }
    finish() {
        const gone = new Set(this.#gone.map(({ site }) => site.entry));
        for (const { site, change, after } of this.#gone) {
            const lines = linesOf(site, gone);
            if (lines === undefined)
                this.#leave(change, REMOVE_BY_HAND);
            else {
                this.#edit(site.path, { ...lines, text: '' });
                after?.();
            }
        }
        for (const [path, edits] of this.#edits)
            this.#made.texts.set(path, edited(this.#input.texts.texts.get(path) ?? '', edits));
        return this.#made;
    }
    #removeKey(own, values) {
        const { desired } = this.#input;
        for (const change of values)
            this.#removeRow(change, (0,find_item/* find */.I6)(desired, change).row);
        if (own === undefined)
            return;
        for (const site of this.#sites.ofKey(own.key))
            this.#remove({ site, change: own });
        const isLeft = values.some((change) => this.#made.reasons.has((0,find_item/* changeId */.Ux)(change)));
        if (isLeft)
            this.#leave(own, REMOVE_BY_HAND);
    }
    #addKey(key, changes, isNew) {
        const values = changes.flatMap((change) => {
            const { row } = (0,find_item/* find */.I6)(this.#input.live.state, change);
            return row === undefined || change.action === 'delete' ? [] : [[(0,model_context/* contextId */.PF)(row.context), row]];
        });
        const id = (0,model_state/* itemId */.XG)(key);
        const { rest } = this.#made;
        const known = rest.items.get(id);
        const metadata = isNew ? metadataOf(key, !this.#input.live.untyped.has(id)) : {};
        rest.items.set(id, {
            kind: 'key',
            name: key.name,
            ...metadata,
            ...known,
            rows: new Map([...(known?.rows ?? []), ...values]),
        });
    }
    #editMetadata(change, { declared, key }) {
        const isUntyped = this.#input.live.untyped.has((0,model_state/* keyId */.xs)(key.name));
        for (const name of model_state/* KEY_METADATA */.Mv) {
            const after = name === 'vdt' && isUntyped ? undefined : key[name];
            if (declared[name] === undefined || (declared[name] === after && change.before?.[name] === change.after?.[name]))
                continue;
            const sites = this.#sites.ofKey(key.name).flatMap((site) => {
                const mapping = topOf(site) === 'data' ? site.mapping : site.entry.value;
                const entry = fieldIn(mapping, name);
                return entry === undefined || mapping.kind !== 'mapping' ? [] : [{ ...site, entry, mapping, parent: site }];
            });
            if (sites.length === 0)
                this.#leave(change, name === 'vdt' ? TYPED : BY_HAND);
            for (const site of sites)
                if (after === undefined && name !== 'readme')
                    this.#remove({ site, change });
                else
                    this.#replace(change, site, after === undefined ? null : String(after));
        }
    }
    /** Native values that the new type does not allow, although they are the same. */
    #natives(own, { declared, key, values }) {
        const isUntyped = this.#input.live.untyped.has((0,model_state/* keyId */.xs)(key.name));
        if (own === undefined || ((0,model_state/* isNative */.ib)(key.vdt) && !isUntyped))
            return [];
        return [...declared.rows.values()].flatMap(({ native, context }) => {
            const change = { kind: 'value', action: 'update', key: key.name, context, vdt: 'Text' };
            return native && !values.some((one) => (0,find_item/* changeId */.Ux)(one) === (0,find_item/* changeId */.Ux)(change)) ? [change] : [];
        });
    }
    #editValue(change, { declared: own, key }) {
        const declared = (0,find_item/* find */.I6)(this.#input.desired, change).row;
        const value = (0,find_item/* find */.I6)(this.#input.live.state, change).row;
        if (change.action === 'delete')
            this.#removeRow(change, declared);
        else if (declared === undefined)
            this.#addKey({ ...key, name: own.name }, [change], false);
        else if (value === undefined)
            this.#leave(change, BY_HAND);
        else {
            const site = this.#sites.at(declared.place);
            const isTyped = !this.#input.live.untyped.has((0,model_state/* keyId */.xs)(key.name));
            const native = isTyped && (0,model_state/* isNative */.ib)(key.vdt) && declared.native && value.text !== null ? { native: value.text } : {};
            this.#set(change, { declared, site, text: value.text, whole: this.#valueForm(key, value, site), ...native });
        }
    }
    /** What replaces the whole declaration of a value; `undefined`: its text alone changes. */
    #valueForm(key, value, site) {
        const { writer } = this.#input;
        if (!value.text || site === undefined || !writer.isSecret(key.name, value.text))
            return undefined;
        return () => {
            const form = edit_files_inBraces(site, { env: writer.variableFor(key, value) });
            return site.parent?.parent === undefined ? edit_files_inBraces(site, { value: form }) : form;
        };
    }
    #fileForm({ file, row, site, declared }) {
        const { securityGroup } = row;
        const content = row.text ?? '';
        const { writer } = this.#input;
        if (site === undefined)
            return undefined;
        if (content !== '' && writer.isSecret(file.name, content)) {
            const group = securityGroup === undefined ? {} : { securityGroup: doubleQuoted(securityGroup) };
            return () => edit_files_inBraces(site, { env: writer.variableFor(file, row), ...group });
        }
        const isSame = securityGroup === declared.securityGroup && !declared.absent;
        return isSame ? undefined : () => edit_files_inBraces(site, { content: doubleQuoted(content) });
    }
    /** A content from the environment is not in the document, but its security group is. */
    #regroup(change, site, { securityGroup }) {
        this.#leave(change, FROM_ENV);
        const mapping = site?.entry.value;
        const entry = mapping && fieldIn(mapping, 'securityGroup');
        if (site === undefined || entry === undefined || mapping?.kind !== 'mapping')
            return;
        if (securityGroup !== undefined)
            this.#replace(change, { ...site, entry, mapping, parent: site }, securityGroup);
    }
    #set(change, { declared, site, text, whole, native }) {
        if (declared.variable !== undefined)
            this.#leave(change, FROM_ENV);
        else if (site === undefined)
            this.#leave(change, BY_HAND);
        else if (this.#sites.isShared(declared))
            this.#leave(change, `${site.path} declares something else at the same place; change it by hand`);
        else if (this.#isInSource(declared))
            this.#setInSource(change, site, text);
        else if (whole !== undefined)
            this.#setWhole(change, site, whole);
        else if (native !== undefined)
            this.#setWhole(change, site, () => native);
        else if (declared.contentPath !== undefined && text !== null)
            this.#made.texts.set(declared.contentPath, text);
        else {
            const inner = innerOf(site);
            if (inner.entry.value.kind === 'scalar')
                this.#replace(change, inner, text);
            else
                this.#setWhole(change, site, () => quote_form(site, text));
        }
    }
    #setInSource(change, site, text) {
        const { path, entry } = site;
        if (change.kind === 'value' && text && this.#input.writer.isSecret(change.key, text))
            this.#leave(change, `it is a secret, which is not written to ${path}; declare it in a document, from the environment`);
        else if (entry.value.kind !== 'scalar')
            this.#leave(change, `its value in ${path} is a list or a mapping; change it by hand`);
        else
            this.#replace(change, site, text);
    }
    /** A file of a source is the content itself. */
    #writeContent(change, { declared, text }) {
        const { contentPath = '' } = declared;
        if (this.#sites.isShared(declared))
            this.#leave(change, `${contentPath} declares something else at the same place; change it by hand`);
        else if (this.#input.writer.isSecret(change.path, text))
            this.#leave(change, `it is a secret, which is not written to ${contentPath}; declare it in a document, from the environment`);
        else
            this.#made.texts.set(contentPath, text);
    }
    /** A declaration on one line is replaced as a whole. */
    #setWhole(change, site, form) {
        const { value } = site.entry;
        const old = site.text.slice(value.offset, value.end);
        const isOneLine = value.kind === 'scalar' ? !isInLines(site, value) : !/[\n#]/.test(old);
        if (old === '' || !isOneLine || topOf(site) === 'data')
            this.#leave(change, BY_HAND);
        else
            this.#edit(site.path, { start: value.offset, end: value.end, text: form() });
    }
    #replace(change, site, text) {
        const edit = this.#sites.isAliased(site) ? undefined : replaced(site, text);
        if (edit !== undefined)
            this.#edit(site.path, edit);
        else if (site.format === 'nested')
            this.#leave(change, BY_HAND);
        else
            this.#leave(change, `${site.path} cannot hold ${text === null ? 'null' : 'this text'} there; declare it in a document`);
    }
    #removeRow(change, declared) {
        const site = declared && this.#sites.at(declared.place);
        if (declared !== undefined && this.#isInSource(declared))
            this.#leave(change, 'the server does not have it; remove it by hand, or an apply creates it');
        else if (site === undefined)
            this.#leave(change, BY_HAND);
        else
            this.#remove({ site, change });
    }
    #remove(gone) {
        if (this.#sites.isAliased(gone.site))
            this.#leave(gone.change, REMOVE_BY_HAND);
        else if (!this.#gone.some(({ site }) => site.entry === gone.site.entry))
            this.#gone.push(gone);
    }
    #isInSource({ place, contentPath }) {
        return [place?.file, contentPath].some((path) => path !== undefined && this.#input.texts.isSource(path));
    }
    #edit(path, edit) {
        this.#edits.set(path, [...(this.#edits.get(path) ?? []), edit]);
    }
    #leave(change, reason) {
        this.#made.reasons.set((0,find_item/* changeId */.Ux)(change), reason);
    }
}
/** The field of `{ value: x }` or `{ content: x }`, otherwise the entry itself. */
function innerOf(site) {
    const mapping = site.entry.value;
    const entry = fieldIn(mapping, 'value') ?? fieldIn(mapping, 'content');
    return entry === undefined || mapping.kind !== 'mapping' ? site : { ...site, entry, mapping, parent: site };
}
/** `{ env: DB_PASSWORD }`. */
function edit_files_inBraces({ path }, fields) {
    const named = (name) => (isJson(path) ? `"${name}"` : name);
    const written = (text) => (isJson(path) && /^\w/.test(text) ? `"${text}"` : text);
    return `{ ${Object.entries(fields)
        .map(([name, text]) => `${named(name)}: ${written(text)}`)
        .join(', ')} }`;
}

// EXTERNAL MODULE: ./lib/documents/load-project.js + 5 modules
var load_project = __webpack_require__(7937);
// EXTERNAL MODULE: ./lib/documents/source-path.js
var source_path = __webpack_require__(3365);
;// CONCATENATED MODULE: ./lib/import/project-texts.js
// The texts of a project: which of its files are documents, contents and sources.





/** Variables need not be set. */
function loaded({ files, projectFile, choice, env, target: { levels } }) {
    return (0,load_project/* loadProject */.gi)((0,project_files/* filesInMemory */._o)(files), { env, missingEnv: 'warning', projectFile, choice, levels });
}
/** A project may be empty, because the repository may be. */
function mistakesIn({ diagnostics }) {
    return diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'no-documents');
}
/** By the same rules as the reader: a file that a `path` names is no document, nor is one of a source. */
function projectTexts({ state, project }, { files, projectFile }) {
    const ofSources = project.sources.map((source) => (0,globs/* matcher */.jN)((0,source_path/* globsOf */.p_)(source)));
    const isSource = (path) => ofSources.some((matches) => matches(path));
    const isIncluded = (0,globs/* matcher */.jN)(project.include);
    const isDocument = (path) => isIncluded(path) && !isSource(path) && path !== projectFile;
    const named = (0,model_state/* rowsOf */.RO)([...state.items.values()]).flatMap(({ contentPath }) => contentPath ?? []);
    const contents = new Set(named.filter((path) => !isSource(path)));
    const texts = [...files].flatMap(([path, bytes]) => {
        const decoded = (0,project_files/* decodeUtf8 */._6)(bytes);
        return 'text' in decoded ? [[path, decoded.text]] : [];
    });
    const documents = texts.flatMap(([path]) => (isDocument(path) && !contents.has(path) ? [path] : []));
    return { texts: new Map(texts), documents, contents, isSource, isDocument };
}

// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/semantics/secret-lines.js + 3 modules
var secret_lines = __webpack_require__(4852);
;// CONCATENATED MODULE: ./lib/import/content-files.js
// Content files next to documents, referenced by `path`.


class ContentFiles {
    /** New files by path relative to the root. */
    texts = new Map();
    #paths;
    #project;
    /** Whether a key or path has several contexts, so that its contents get a folder for each. */
    #isSeveral;
    constructor(options) {
        this.#paths = options.paths;
        this.#project = options.project;
        this.#isSeveral = options.isSeveral;
    }
    /** Writes a text into a folder next to a document; returns the `path` for it. */
    add(document, folder, { name, context, text }) {
        const elements = (0,model_context/* elementsOf */.ZE)(context).filter((element) => element !== '*');
        // An element may be named `Aux`, or be too long for a file system.
        const ofContext = this.#isSeveral(name) ? safePath(elements.join('-')) : '';
        const reference = [folder, ofContext, safePath(name)].filter((part) => part !== '').join('/');
        const from = document.split('/').slice(0, -1).join('/');
        const path = this.#paths.take(this.#harmless(from === '' ? reference : `${from}/${reference}`, text));
        this.texts.set(path, text);
        return from === '' ? path : path.slice(from.length + 1);
    }
    /** Adds `.txt` if the content would be read as a source, or may be read as a document that refers to files. */
    #harmless(path, content) {
        if (this.#project.isSource(path))
            return `${path}.txt`;
        if (!this.#project.isDocument(path))
            return path;
        const mayRefer = /\b(?:keys|files)\b/.test(content) && /\bpath\b/.test(content);
        return mayRefer ? `${path}.txt` : path;
    }
}

;// CONCATENATED MODULE: ./lib/import/writer.js
// What everything that an import writes shares: content files, variables, the spelling of contexts, and the test for secrets.









function newWriter(input, project) {
    const { desired, live, passwords, target } = input;
    const rows = (0,model_state/* rowsOf */.RO)([...desired.items.values()]);
    const used = rows.flatMap(({ variable }) => variable ?? []);
    const variables = new Variables([...used, ...passwords.variables.values()]);
    const depth = target.levels.length;
    return {
        depth,
        contents: new ContentFiles({ paths: new FreePaths(input.exists), project, isSeveral: severalTest(live) }),
        variables,
        isSecret: secretTest(input),
        variableFor: ({ kind, name }, { context, text, unknown }) => {
            const isClear = !unknown && text !== null && (kind === 'file' || !(0,ciphers/* looksSealed */.rQ)(text));
            return variables.nameFor({ name, context, item: itemOf(name, context, depth), ...(isClear && { text }) });
        },
        spelled: speller(rows.map(({ context }) => context)),
    };
}
function severalTest({ items }) {
    const several = new Set([...items.values()].filter(({ rows }) => rows.size > 1).map(({ name }) => name));
    return (name) => several.has(name);
}
/**
 * Items in a security group, with a secret name, or whose text is or contains a secret. Also all contexts of an item that
 * is secret in one of them: what the server has may be the same secret, moved. A plan masks the same items.
 */
function secretTest({ live, desired, baseline, isSecretName, secretIn }) {
    const names = [
        ...namesIn(live, ({ securityGroup }) => securityGroup !== undefined),
        ...[desired, ...(baseline ? [baseline] : []), ...secretIn].flatMap((state) => namesIn(state, ({ secret }) => secret === true)),
    ];
    const guarded = new Set(names);
    const holdsSecret = (name, text) => (0,secrets/* isSecretText */.KZ)(name, text) || (0,secret_lines/* secretLines */._o)(text).length > 0;
    return (name, text) => isSecretName(name) || guarded.has(name) || guarded.has((0,model_state/* keyId */.xs)(name)) || holdsSecret(name, text);
}
/** Ids of keys and paths of files that pass the test, or have a row that does. */
function namesIn({ items }, test) {
    const found = [...items.values()].filter((item) => [item, ...item.rows.values()].some(test));
    return found.map(({ kind, name }) => (kind === 'key' ? (0,model_state/* keyId */.xs)(name) : name));
}
/** Spells elements as the files do, because two spellings of one element are a mistake. */
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

;// CONCATENATED MODULE: ./lib/import/writes.js
// The files that an import writes: their order, and how edits are shown.










/** Contents, then documents, then the project file, and deletions last: a safe order if interrupted. */
function writesOf({ projectFile, isNew, baseline }, sides) {
    const { before, after } = sides;
    const paths = new Set([...after.texts.keys(), ...before.texts.keys()]);
    const writes = [...paths].flatMap((path) => {
        const old = isNew && path === projectFile ? undefined : before.texts.get(path);
        const now = after.texts.get(path);
        if (old === now)
            return [];
        const isShown = now !== undefined && (old !== undefined || baseline !== undefined);
        const [one, other] = isShown ? [old ?? '', now].map((text) => shownText({ path, text }, sides)) : [];
        const shown = one === undefined || other === undefined ? {} : { shown: { before: one, after: other } };
        return [{ path, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }), ...shown }];
    });
    const isDocument = new Set(after.documents);
    const rank = ({ path, after: text }) => text === undefined ? 3 : path === projectFile ? 2 : isDocument.has(path) ? 1 : 0;
    return writes.sort((a, b) => rank(a) - rank(b) || (0,lib_text/* compareText */.n6)(a.path, b.path));
}
const MASK = '(secret)';
/** The text of a file without its secrets; `undefined`: it is one. */
function shownText(file, { before, after, desired, isSecret }) {
    const { path, text } = file;
    const isRead = [before, after].some(({ isSource, documents }) => isSource(path) || documents.includes(path));
    const isContent = (0,model_state/* rowsOf */.RO)((0,model_state/* filesIn */.nG)(desired)).some(({ contentPath }) => contentPath === path);
    if (!isRead || isContent)
        return [text].some(holdsSecret) ? undefined : text;
    const masked = maskedIn(file, isSecret);
    const shown = edited(text, [...masked].map(({ offset: start, end }) => ({ start, end, text: MASK })));
    return before.isSource(path) && holdsSecret(shown) ? undefined : shown;
}
function holdsSecret(text) {
    return (0,secrets/* looksSecret */.n0)(text) || (0,secret_lines/* secretLines */._o)(text).length > 0;
}
function maskedIn({ path, text }, isSecret) {
    const masked = new Set();
    const source = new diagnostic/* Source */.kL(path, text);
    const report = () => undefined;
    const format = (0,sources/* formatOf */.be)(path) ?? 'nested';
    const walk = (node, isHidden) => {
        if (node.kind === 'scalar') {
            if (node.end > node.offset && (isHidden || holdsSecret(node.text)))
                masked.add(node);
        }
        else if (node.kind === 'sequence')
            for (const item of node.items)
                walk(item, isHidden);
        else
            walkMapping(node, isHidden);
    };
    const walkMapping = (node, isHidden) => {
        const name = (fieldIn(node, 'key') ?? fieldIn(node, 'file'))?.value;
        const isItem = name?.kind === 'scalar' && isSecret(name.text, null);
        for (const { key, value } of node.entries) {
            const isNamed = isSecret(key.text, null) || (0,secrets/* secretMember */.lJ)(key.text) !== undefined;
            walk(value, isNamed || ((isHidden || isItem) && !OPEN.has(key.text)));
        }
    };
    if (format === 'nested')
        for (const tree of (0,parse_yaml/* parseTrees */.$)(source, report))
            walk(tree, false);
    else
        for (const { name, value } of (0,source_formats/* readFormat */.C)(source, { format, separator: '.', report }))
            walk(value, isSecret(name, value.kind === 'scalar' ? value.text : null));
    return masked;
}
/** Fields that never contain a value. */
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

;// CONCATENATED MODULE: ./lib/import/plan-import.js
// Plans an import: edits and new documents that declare live, verified by reading them back.















/** `include` leaves no path for a new document. */
class NoDocumentPath extends Error {
}
function planImport(input) {
    const declared = loaded(input);
    const { state: desired, passwords, project } = declared;
    const live = inScope((0,normalize/* decrypted */.J)(input.live, { desired, passwordOf: passwords.of }), { scope: project.scope, desired });
    const shown = declarable(live, input.target.levels.length);
    const known = { ...input, live, desired, shown, declared, before: projectTexts(declared, input) };
    const opened = { ...known, changes: changesTo(shown, desired, known) };
    const first = attempt(opened, new Set());
    // What is left to be done by hand may contradict the rest, for example the new type of a value that stays.
    return 'mistakes' in first ? attempt(opened, first.doubtful) : first;
}
/** @param withheld ids of keys that are not changed */
function attempt(opened, withheld) {
    const { shown, before, changes, desired, declared, target } = opened;
    const writer = newWriter({ ...opened, passwords: declared.passwords }, before);
    const possible = changes.filter((change) => !isUnreadable(change, shown.state) && (change.kind === 'file' || !withheld.has((0,model_state/* keyId */.xs)(change.key))));
    const { texts, rest, reasons } = editFiles(possible, { desired, live: shown, texts: before, writer });
    const added = newTexts(opened, { rest, writer });
    const project = withGroups(opened, writer);
    const files = new Map(opened.files);
    for (const [path, text] of [...texts, ...added])
        files.set(path, Buffer.from(text));
    if (project && 'text' in project)
        files.set(opened.projectFile, Buffer.from(project.text));
    const variables = Object.fromEntries(writer.variables.texts);
    const env = { ...opened.env, ...variables };
    // Contents that nothing names any more go: they could be read as documents.
    const { contents } = projectTexts(loaded({ ...opened, files, env }), { ...opened, files });
    for (const path of before.contents)
        if (!contents.has(path))
            files.delete(path);
    const again = loaded({ ...opened, files, env });
    const mistakes = mistakesIn(again);
    // The user's variables may hold values that do not fit, which is not a mistake of the import.
    const isWrong = mistakes.length > 0 && mistakesIn(loaded({ ...opened, files, env: variables })).length > 0;
    if (isWrong)
        return { mistakes, doubtful: doubtfulKeys(mistakes, again.state) };
    const after = projectTexts(again, { ...opened, files });
    const still = changesTo(shown, again.state, opened);
    const made = changesMade(changes, still);
    const reasonOf = (change) => {
        if (isUnreadable(change, shown.state))
            return UNREADABLE_FILE;
        if (change.kind !== 'file' && withheld.has((0,model_state/* keyId */.xs)(change.key)))
            return NOT_ALLOWED;
        return reasons.get((0,find_item/* changeId */.Ux)(change)) ?? (isFromEnv(change, again.state) ? FROM_ENV : NOT_ARRIVED);
    };
    return {
        import: {
            target,
            counts: (0,plan/* countChanges */.xS)(made),
            writes: [
                ...writesOf(opened, { before, after, desired, isSecret: writer.isSecret }),
                ...exampleOf(opened, writer),
            ],
            leftOut: leftOut(opened, { still, reasonOf, writer }),
            variables: writer.variables.named,
            notes: [
                ...replacedNotes(made, target),
                ...(project && 'note' in project ? [project.note] : []),
                ...lineEndingNotes(writer.contents.texts),
            ],
        },
    };
}
/** Keys with a mistake in one of their declarations. */
function doubtfulKeys(mistakes, state) {
    const places = new Set(mistakes.map(({ place }) => `${place}`));
    const isWrong = ({ place }) => places.has(`${place}`);
    const wrong = (0,model_state/* keysIn */.q7)(state).filter((key) => isWrong(key) || [...key.rows.values()].some(isWrong));
    return new Set(wrong.map(({ name }) => (0,model_state/* keyId */.xs)(name)));
}
/** A line for each new variable that the file does not have. */
function exampleOf({ envExample }, { variables: { named } }) {
    if (envExample === undefined)
        return [];
    const { path, before } = envExample;
    const known = new Set((before ?? '').split('\n').map((line) => line.split('=', 1)[0]?.trim()));
    const lines = named.filter(({ name }) => !known.has(name)).map(({ name, item }) => `# ${item}\n${name}=\n`);
    if (lines.length === 0)
        return [];
    return [{ path, ...(before !== undefined && { before }), after: `${before ?? ''}${lines.join('')}` }];
}
/** New texts by path of what is declared nowhere yet. */
function newTexts(opened, { rest, writer }) {
    const { before, desired, target, intoFile } = opened;
    if (rest.items.size === 0)
        return new Map();
    const isFirst = before.documents.length === 0 && desired.items.size === 0;
    const common = safePath(isFirst ? target.name : 'imported').toLowerCase();
    const documents = isFirst && intoFile === undefined ? splitByName(rest, common) : new Map([[common, rest]]);
    const texts = [...documents].map(([name, state]) => {
        const path = intoFile ?? pathFor(name, opened);
        if (!before.isDocument(path))
            throw new NoDocumentPath(path);
        return [path, documentWith(state, { path, before: before.texts.get(path), writer })];
    });
    return new Map([...writer.contents.texts, ...texts]);
}
const EXTENSIONS = ['yaml', 'yml', 'json'];
/** `config/name.yaml`, or the first path that `include` allows. */
function pathFor(name, { before, exists, declared: { project } }) {
    const folders = ['config/', '', ...project.include.map((glob) => /^(?:[^!*?[{/]+\/)*/.exec(glob)?.[0] ?? '')];
    const paths = folders.flatMap((folder) => EXTENSIONS.map((extension) => `${folder}${name}.${extension}`));
    const isFree = (path) => before.isDocument(path) && (before.documents.includes(path) || !exists(path));
    const found = [...paths, ...project.include.filter(globs/* isLiteral */.c$)].find(isFree);
    if (found === undefined)
        throw new NoDocumentPath(name);
    return found;
}
/** The project file with a variable for each security group that has none; otherwise how to add them. */
function withGroups({ projectFile, before, changes, shown, choice, baseline, declared }, { variables }) {
    const groups = baseline === undefined ? groupsIn(shown.state) : groupsOf(changes, shown.state);
    const missing = groups.filter((group) => !declared.passwords.variables.has(group));
    if (missing.length === 0)
        return undefined;
    const file = { path: projectFile, text: before.texts.get(projectFile) ?? '' };
    const text = withPasswords(file, { missing, variables, target: choice?.name });
    if (text !== undefined)
        return { text };
    return {
        note: `Add the variables of the passwords to \`passwords\` in ${projectFile} by hand, for ${missing.join(', ')}.`,
    };
}
/** The files lose what they declared: it has to be looked at. */
function replacedNotes(made, { levels }) {
    const names = made.filter(({ cause }) => cause === 'conflict').map((change) => shownName(change, levels.length));
    if (names.length === 0)
        return [];
    const shown = (0,lib_text/* someOf */.yU)(names, { most: 10, noun: 'item' });
    return [
        `Changed in the files too since the last apply: ${shown}. The import takes the version of the server. Check it with \`git diff\`.`,
    ];
}
function lineEndingNotes(contents) {
    const paths = [...contents].filter(([, text]) => text.includes('\r')).map(([path]) => path);
    if (paths.length === 0)
        return [];
    return [
        `Git may change the line endings of ${paths.join(', ')}: set the attribute \`-text\` for them in .gitattributes.`,
    ];
}
const UNREADABLE_FILE = 'the file differs on the server, but its content cannot be read by token';
const NOT_ALLOWED = 'its file declares something that does not fit; change it by hand';
const NOT_ARRIVED = 'it does not arrive as it is on the server; change it by hand';
/** Whether a file is known to differ, but its content is unknown. */
function isUnreadable(change, live) {
    return (0,find_item/* find */.I6)(live, change).row?.drifted === true;
}
function isFromEnv(change, desired) {
    return (0,find_item/* find */.I6)(desired, change).row?.variable !== undefined;
}
function shownName(change, depth) {
    return change.kind === 'key' ? change.key : itemOf((0,plan/* nameOf */.Vb)(change), change.context, depth);
}
/** Those that do not remain. */
function changesMade(changes, still) {
    const left = new Set(still.map(find_item/* changeId */.Ux));
    return changes.filter((change) => !left.has((0,find_item/* changeId */.Ux)(change)));
}
/** What cannot be declared, and what did not arrive: where it is declared, why, and what the server has. */
function leftOut({ baseline, shown, desired, changes, target }, { still, reasonOf, writer }) {
    const wanted = new Set(changes.map(find_item/* changeId */.Ux));
    // A key that comes or goes is listed by its values.
    const isListed = (change) => change.kind !== 'key' || change.action === 'update' || change.values === 0;
    const missed = still
        .filter((change) => wanted.has((0,find_item/* changeId */.Ux)(change)) && isListed(change))
        .map((change) => {
        const place = (0,find_item/* thingIn */.Og)(desired, change)?.place;
        const text = change.kind === 'value' && change.action !== 'delete' ? (0,find_item/* find */.I6)(shown.state, change).row?.text : undefined;
        const isShown = change.kind === 'value' && text != null && !writer.isSecret(change.key, text);
        return {
            item: shownName(change, target.levels.length),
            reason: reasonOf(change),
            ...(place && { at: `${place.file}:${place.line}` }),
            ...(text !== undefined && { live: text === null ? 'null' : isShown ? shownValue(text) : '(secret)' }),
        };
    });
    return [...(baseline === undefined ? shown.leftOut : []), ...missed];
}
/** Characters of a value that are shown. */
const MAX_VALUE = 300;
function shownValue(text) {
    return text.length <= MAX_VALUE ? `\`${text}\`` : (0,lib_text/* counted */.hS)(text.length, 'character');
}

// EXTERNAL MODULE: ./lib/model/server-reads.js
var server_reads = __webpack_require__(6626);
// EXTERNAL MODULE: ./lib/model/targets.js
var targets = __webpack_require__(3155);
// EXTERNAL MODULE: ./lib/remote/read-live.js
var read_live = __webpack_require__(7139);
// EXTERNAL MODULE: ./lib/apply/baseline.js
var apply_baseline = __webpack_require__(2001);
// EXTERNAL MODULE: ./lib/apply/connect.js + 4 modules
var connect = __webpack_require__(8630);
// EXTERNAL MODULE: ./lib/commands/init.js
var init = __webpack_require__(1230);
// EXTERNAL MODULE: ./lib/apply/inspect.js
var inspect = __webpack_require__(3040);
// EXTERNAL MODULE: ./lib/apply/live.js
var apply_live = __webpack_require__(2056);
// EXTERNAL MODULE: ./lib/apply/plan-input.js + 3 modules
var plan_input = __webpack_require__(5888);
// EXTERNAL MODULE: ./lib/apply/project.js
var apply_project = __webpack_require__(2405);
// EXTERNAL MODULE: ./lib/apply/record-place.js
var record_place = __webpack_require__(8681);
// EXTERNAL MODULE: ./lib/apply/secret-sources.js + 1 modules
var secret_sources = __webpack_require__(3662);
;// CONCATENATED MODULE: ./lib/commands/import.js
// import: turns live into new documents or edits of existing ones. Only reads; the entry writes after approval.























/** What an import would write; nothing is written yet. */
async function planningImport(options, runtime) {
    const project = await openForImport(options, runtime);
    const use = async ({ reader, target }) => {
        runtime.onStep(`Reading ${(0,targets/* repositoryText */.g_)(target.repository)}`);
        const input = await inputOf({ reader, options, runtime, project, target });
        return { import: importOf(input, project.project.include), project };
    };
    if (project.isNew)
        requireTarget(options);
    return (0,connect/* withTarget */.yY)(project.project, { options, runtime, use });
}
/** Without a project file, only the options can name the target. */
function requireTarget({ url, repository }) {
    const missing = Object.entries({ url, repository }).flatMap(([name, value]) => (value ? [] : [name]));
    if (missing.length === 0)
        return;
    throw new errors/* CommandError */.Qd({
        code: 'no-target',
        message: `There is no project file here, and no ${missing.join(' and no ')} is given.`,
        hint: `Pass ${missing.map((name) => `--${name}`).join(' and ')} (${missing.map((name) => `CONFIGHUB_${name.toUpperCase()}`).join(', ')}), or run \`confighub-sync init\`, which asks for them in a terminal.`,
    });
}
async function inputOf(source) {
    const { reader, options, runtime, project, target } = source;
    const exporting = (0,parallel/* ahead */.Uc)((0,read_live/* readExport */.Jb)(reader, target.repository));
    const asked = (0,inspect/* ask */.kA)(reader, { target, hasToken: options.token !== undefined });
    const inspection = await (0,inspect/* inspect */.Nn)(asked, { target, ...project });
    const exported = await exporting;
    const read = options.onlyDrift
        ? await readDrift(source, { inspection, exported })
        : { live: requireExport(exported), ...(await secretsHere(source)) };
    const { settings } = await inspection.listing();
    const { levels } = inspection;
    const { file, isNew, files } = project.withProjectFile({ ...target, levels });
    return {
        ...read,
        target: { url: target.url, ...target.repository, levels },
        vdtEnabled: settings.vdtEnabled,
        files,
        projectFile: file,
        choice: { name: options.target },
        isNew,
        exists: project.exists,
        env: runtime.env,
        intoFile: options.intoFile === undefined ? undefined : project.pathOf(options.intoFile),
        envExample: options.envExample === undefined ? undefined : import_exampleOf(project, options.envExample),
    };
}
function import_exampleOf({ pathOf, textOf }, name) {
    const path = pathOf(name);
    const before = textOf(path);
    return { path, ...(before !== undefined && { before }) };
}
function importOf(input, include) {
    try {
        const result = planImport(input);
        if ('import' in result)
            return result.import;
        throw new errors/* CommandError */.Qd({
            code: 'import-failed',
            message: `The generated documents cannot be read back (${result.mistakes[0]?.code}); nothing was written.`,
            hint: 'Please report this bug with the structure of your documents. Importing into an empty folder may work.',
        });
    }
    catch (error) {
        if (!(error instanceof NoDocumentPath))
            throw error;
        throw new errors/* CommandError */.Qd({
            code: 'no-document-path',
            message: `\`include\` (${include.join(', ')}) does not match ${error.message} for a new document, or a source reads it.`,
            hint: 'Add its path to `include`, or name another document with --into-file.',
        });
    }
}
/** Uncommitted changes could not be told apart from the imported ones. */
async function refuseUncommitted({ project: { open, display }, import: { writes } }) {
    const paths = writes.filter(({ before }) => before !== undefined).map(({ path }) => path);
    if (open?.git === undefined || paths.length === 0)
        return;
    const { committed } = await compareNow(open.git, paths).catch((error) => {
        const { code, message } = (0,git/* gitErrorOf */.sq)(error);
        throw new errors/* CommandError */.Qd({ code, message, cause: error });
    });
    const changed = paths.filter((path) => !committed.has(path)).map(display);
    if (changed.length === 0)
        return;
    throw new errors/* CommandError */.Qd({
        code: 'uncommitted',
        message: `The import would edit ${changed.join(', ')}, which ${changed.length === 1 ? 'has' : 'have'} uncommitted changes.`,
        hint: 'Commit or stash them first. Then `git diff` shows what the import did, and `git checkout` reverts it.',
    });
}
/** A person may have been asked since the project was read. */
async function compareNow(git, paths) {
    return (0,work_tree_status/* compareWithCommit */.TD)(git, { index: (0,git_repository/* inFolder */._z)(await git.index(), git.folder), paths });
}
function requireExport(exported) {
    if ('missing' in exported)
        throw noExport([exported.missing], NEEDS_ALL);
    return exported;
}
/** What the files and other projects call secret. */
async function secretsHere({ project, target, options, runtime }) {
    const { open } = project;
    const git = open === undefined ? await (0,apply_project/* openAround */.Co)(options.config, runtime).catch(apply_project/* gitProblem */.w0) : open.git;
    if (git === undefined)
        return (0,secret_sources/* secretsOf */.Fj)([project]);
    const projectFile = (0,external_node_path_.basename)(options.config);
    const record = await (0,record_record/* readRecord */.aE)((0,record_place/* placeFor */.vM)(git, target, (0,record_place/* pathInGit */.dR)(git, projectFile)));
    const own = { git, index: open?.index ?? (await git.index()), projectFile, choice: { at: target } };
    const { versions, problem } = await (0,secret_sources/* secretsOfOthers */.YL)(own, { record, commits: [] });
    refuseUnknownSecrets(problem);
    return (0,secret_sources/* secretsOf */.Fj)([project, ...versions]);
}
/** Values that nobody calls secret are written into documents. */
function refuseUnknownSecrets(problem) {
    if (problem === undefined)
        return;
    throw new errors/* CommandError */.Qd({
        code: 'secrets-unknown',
        message: `Nothing was imported: ${problem}.`,
        hint: 'Fix the files of that project, or apply it again to renew its record.',
    });
}
/** With what the last apply declared, left and called secret: only what differs from it is imported. */
async function readDrift(source, { inspection, exported }) {
    const { project, baseline, state } = await lastApply(source);
    const pulls = () => (0,read_live/* readByPulls */.g7)((0,apply_live/* pullsFor */._)({ ...source, project }, inspection), (0,apply_baseline/* toPull */.Vl)(baseline, project.state));
    const live = await (0,apply_live/* liveOf */.Q)(exported, source.options.token === undefined ? {} : { pulls });
    if (live.source === 'none')
        throw noExport(live.missing, NEEDS_TOKEN);
    // With the additional reads of a plan: import and plan must see the same state.
    const { input } = await (0,plan_input/* planInput */.yN)({ ...source, project, baseline, live, inspection });
    const { secrets, problem } = await (0,secret_sources/* masksOf */.JF)({ ...source, project, baseline });
    refuseUnknownSecrets(problem);
    const { isSecretName, secretIn } = secrets;
    return { live: input.live, baseline: state, isSecretName, secretIn };
}
/** `state` is that of the baseline. */
async function lastApply({ project: { open }, target, }) {
    const baseline = open && (await (0,apply_baseline/* readBaseline */.mF)(open, { target, options: {} }));
    const state = baseline && (0,apply_baseline/* lastApplied */.EY)(baseline);
    if (open !== undefined && baseline !== undefined && state !== undefined)
        return { project: open, baseline, state };
    throw new errors/* CommandError */.Qd({
        code: 'no-baseline',
        message: `Cannot determine drift: ${baseline?.reason ?? 'there is no project here yet'}.`,
        hint: `To import everything, run \`confighub-sync import\` without \`--only drift\`. ${open !== undefined && open.git === undefined ? IN_GIT : 'Drift is what changes after an apply: `confighub-sync apply`.'}`,
    });
}
const IN_GIT = 'Applies are recorded in Git: run `git init` and commit the project before you apply.';
const NEEDS_ALL = {
    needs: 'An import needs the export',
    hint: 'Allow reading without a token in the repository settings, at least for the import. With a token, `--only drift` imports drift without the export.',
};
const NEEDS_TOKEN = {
    needs: '`--only drift` needs the export or, with a token, `pull`',
    hint: 'Provide a token (CONFIGHUB_TOKEN), or allow reading without a token in the repository settings.',
};
function noExport(missing, { needs, hint }) {
    return new errors/* CommandError */.Qd({ code: 'no-export', message: `${needs} (${(0,server_reads/* missingText */.qq)(missing)}).`, hint });
}
/** Throws if the files have errors; a folder without documents is an empty project. */
async function openForImport(options, runtime) {
    const { root, files: tree, name: file } = (0,work_tree_files/* folderOf */.yS)(options.config, runtime.cwd);
    const open = await openIfAny(options, runtime);
    const own = tree.read(file);
    const isNew = !('bytes' in own);
    return {
        root,
        project: open?.project ?? (0,apply_project/* readProjectFile */.SI)(options, runtime),
        state: open?.state ?? (0,model_state/* emptyState */.p$)(),
        ...(open !== undefined && { open, ...(open.depth && { depth: open.depth }) }),
        display: tree.display,
        exists: (name) => {
            const found = tree.read(name);
            return !('problem' in found) || found.problem.code !== 'file-missing';
        },
        pathOf: (name) => {
            const path = (0,external_node_path_.relative)(root, (0,external_node_path_.resolve)(runtime.cwd, name)).replaceAll(external_node_path_.sep, '/');
            if ((0,project_files/* resolvePath */.o1)(file, path) === path)
                return path;
            const message = `${name} is not in the folder of the project.`;
            throw new errors/* CommandError */.Qd({ code: 'bad-option', message, hint: 'Name a file in that folder or below it.' });
        },
        textOf: (path) => {
            const found = tree.read(path);
            return 'bytes' in found ? Buffer.from(found.bytes).toString() : undefined;
        },
        isNew,
        withProjectFile: (target) => {
            const files = new Map(open?.files);
            if (!files.has(file))
                files.set(file, isNew ? Buffer.from((0,init/* projectFile */.g)(target)) : own.bytes);
            return { file, isNew, files };
        },
    };
}
/** Variables need not be set: values that come from them are not changed. */
async function openIfAny(options, runtime) {
    try {
        return await (0,apply_project/* openProject */.U8)(options, { runtime, missingEnv: 'warning', outcome: 'nothing was imported' });
    }
    catch (error) {
        const errors = error instanceof apply_project/* ProjectError */.wB ? error.diagnostics.filter(({ severity }) => severity === 'error') : [];
        const isEmpty = errors.every(({ code }) => code === 'no-documents' || code === 'no-project-file');
        if (errors.length > 0 && isEmpty)
            return undefined;
        throw error;
    }
}

// EXTERNAL MODULE: ./lib/commands/info.js
var info = __webpack_require__(5260);
// EXTERNAL MODULE: ./lib/lib/system.js
var system = __webpack_require__(6762);
// EXTERNAL MODULE: ./lib/model/project.js
var project = __webpack_require__(7404);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./lib/lib/replace-file.js
var replace_file = __webpack_require__(5738);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/server/stored-state.js
// Converts the state to versioned JSON and back.



const STORED_VERSION = 1;
function toStored(repositories) {
    const data = repositories.map(stored);
    return `${JSON.stringify({ version: STORED_VERSION, sha256: checksum(data), repositories: data })}\n`;
}
/** Of the content, not of the bytes: the file may be formatted. */
function checksum(repositories) {
    return (0,external_node_crypto_.createHash)('sha256').update(JSON.stringify(repositories)).digest('hex');
}
function stored({ past: _, ...repository }) {
    return {
        ...repository,
        elements: repository.elements.map((names) => [...names.values()]),
        keys: Array.from(repository.keys.values(), ({ flagged: _, ...key }) => {
            return { ...key, rows: [...key.rows.values()].flat() };
        }),
        files: [...repository.files.values()].flat(),
        formerPaths: [...repository.formerPaths],
    };
}
/** With the right checksum the content is what a server of this version wrote, so that nothing in it needs a check. */
function fromStored(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return { problem: 'it is damaged: it is not valid JSON' };
    }
    if (!(0,lib_json/* isPlainObject */.Qd)(value) || typeof value.version !== 'number' || !Array.isArray(value.repositories)) {
        return { problem: 'it is not a data file of this server' };
    }
    if (value.version !== STORED_VERSION) {
        return { problem: `its version is ${value.version}, but this server supports version ${STORED_VERSION}` };
    }
    if (value.sha256 !== checksum(value.repositories)) {
        return { problem: 'it is damaged: its content does not match its checksum' };
    }
    return { repositories: value.repositories.map(restored) };
}
function restored(one) {
    return {
        ...one,
        elements: one.elements.map((names) => new Map(names.map((name) => [name.toLowerCase(), name]))),
        keys: new Map(one.keys.map((key) => {
            const rows = (0,collections/* grouped */.z)(key.rows, (row) => row.context.toLowerCase());
            return [key.name.toLowerCase(), { ...key, rows }];
        })),
        files: (0,collections/* grouped */.z)(one.files, (row) => row.path),
        formerPaths: new Set(one.formerPaths),
        past: [],
    };
}

;// CONCATENATED MODULE: ./lib/server/data-file.js
// [edge] The data file: the state of a server between two starts, used by one process at a time.





/** The file cannot be read or written, or is not a data file; such a file is never overwritten. */
class DataFileError extends Error {
    /** What to do; absent if the content is wrong. */
    hint;
    constructor(file, reason, { hint, ...options } = {}) {
        super(`Cannot use the data file ${file}: ${reason}.`, options);
        this.name = 'DataFileError';
        this.hint = hint;
    }
}
/** Returns an empty list if there is no file. */
function loadState(file) {
    const text = (0,external_node_fs_.existsSync)(file) ? data_file_attempt(file, () => (0,external_node_fs_.readFileSync)(file, 'utf8')) : undefined;
    if (text === undefined)
        return [];
    const result = fromStored(text);
    if ('problem' in result)
        throw new DataFileError(file, result.problem);
    return result.repositories;
}
function saveState(file, repositories) {
    data_file_attempt(file, () => (0,replace_file/* replaceFile */.f)(file, toStored(repositories)));
}
/**
 * Locks a data file for one process, because each process writes all of it. Each creates its own lock file before it
 * looks for others, so of two that start together at most one continues. Removes the lock files of dead processes.
 * @returns releases the lock
 */
function lockDataFile(file) {
    refuseOtherKinds(file);
    const own = `${file}.${process.pid}.lock`;
    data_file_attempt(file, () => {
        if (!(0,external_node_fs_.existsSync)((0,external_node_path_.dirname)(file)))
            (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)(file));
        (0,external_node_fs_.writeFileSync)(own, '');
    });
    for (const { pid, path } of (0,system/* filesOfProcesses */.mj)(file, 'lock')) {
        if (pid === process.pid)
            continue;
        if (!(0,system/* isAlive */._n)(pid))
            (0,external_node_fs_.rmSync)(path, { force: true });
        else {
            (0,external_node_fs_.rmSync)(own, { force: true });
            throw new DataFileError(file, `it is in use by process ${pid}`, {
                hint: `Stop that process, or remove ${path} if it is not a server.`,
            });
        }
    }
    // Its folder may be gone.
    return () => {
        if ((0,external_node_fs_.existsSync)(own))
            (0,external_node_fs_.rmSync)(own);
    };
}
/** Reading a pipe could block forever. */
function refuseOtherKinds(file) {
    const found = data_file_attempt(file, () => (0,external_node_fs_.statSync)(file, { throwIfNoEntry: false }));
    if (found === undefined || found.isFile())
        return;
    const reason = found.isDirectory() ? 'it is a folder' : 'it is not a regular file';
    throw new DataFileError(file, reason, { hint: 'Pass the path of a file.' });
}
function data_file_attempt(file, action) {
    try {
        return action();
    }
    catch (cause) {
        if ((0,system/* codeOf */.$N)(cause) === 'ENOENT')
            throw new DataFileError(file, 'its folder does not exist', {
                hint: 'Create the folder, or use another path.',
                cause,
            });
        throw new DataFileError(file, cause instanceof Error ? cause.message : String(cause), { cause });
    }
}

// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
// EXTERNAL MODULE: ./lib/semantics/refusals.js
var refusals = __webpack_require__(144);
;// CONCATENATED MODULE: ./lib/server/refusal.js
// How requests are refused: the errors that carry a refusal to the answer (behaviour.md, section 5).


function refusal(name, entry) {
    const message = refusals/* REFUSALS */.a[name].sentence;
    return entry === undefined ? { message } : { message, entry: (0,lib_json/* compactJson */.Ar)(entry) };
}
/** Refuses a push. Thrown anywhere in a push, and caught by `push` only: its draft needs no cleaning up. */
class Refused extends Error {
    refusal;
    constructor(name, entry) {
        super(refusals/* REFUSALS */.a[name].sentence);
        this.refusal = refusal(name, entry);
    }
}
/** Ends a read. Thrown by reads, and caught by `readAnswer` only. */
class ReadFailed extends Error {
    failure;
    constructor(failure) {
        super('refused' in failure ? failure.refused : (failure.crash ?? 'crash'));
        this.failure = failure;
    }
}
function refuseRead(refused) {
    return new ReadFailed({ refused });
}
function crashRead(text) {
    return new ReadFailed({ crash: text });
}

;// CONCATENATED MODULE: ./lib/server/answer.js
// Requests and answers as values, and answers as JSON text in the server's two layouts.


/**
 * Like `JSON.stringify`, but parsed numbers stay as written.
 * @param indent of one level; empty: all in one line
 * @param line line break and indent of the current level
 */
function jsonText(value, indent, line = indent && '\n') {
    if (value instanceof lib_json/* JsonNumber */.WP)
        return value.literal;
    if (typeof value !== 'object' || value === null)
        return JSON.stringify(value);
    const inner = line + indent;
    const enclosed = (open, parts, close) => parts.length === 0 ? open + close : open + inner + parts.join(`,${inner}`) + line + close;
    if (isList(value))
        return enclosed('[', value.map((one) => jsonText(one, indent, inner)), ']');
    const members = Symbol.iterator in value ? [...value] : Object.entries(value);
    const colon = indent === '' ? ':' : ': ';
    const parts = members.map(([name, one]) => JSON.stringify(name) + colon + jsonText(one, indent, inner));
    return enclosed('{', parts, '}');
}
function isList(value) {
    return Array.isArray(value);
}
/** A reason that does not fit a header is lost. */
function refuse(status, reason) {
    const etag = etagOf(typeof reason === 'string' ? refusal(reason) : reason);
    return etag === undefined ? crashed() : { status, etag };
}
/** How the server answers after an unexpected error. */
function crashed() {
    return { status: 500, close: true };
}
function json(value, request) {
    return jsonAnswer(JSON.stringify(value, null, indentFor(request)));
}
/** For values that contain parsed JSON, whose numbers stay as written. */
function jsonNode(value, request) {
    return jsonAnswer(jsonText(value, indentFor(request)));
}
function indentFor(request) {
    return isTrue(request.header('pretty')) ? '  ' : '';
}
function jsonAnswer(text) {
    return { status: 200, contentType: 'application/json', body: htmlSafe(text) };
}
function isTrue(text) {
    return text?.toLowerCase() === 'true';
}
/** These characters occur only inside strings of a JSON text, so the whole text can be replaced. */
function htmlSafe(json) {
    return json.replace(/[<>&='\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
/** With its quotes. A longer one does not fit the response header, and the answer is a bare 500. */
const ETAG_MAX_BYTES = 8103;
/** In Latin-1; inner quotes are not escaped. `undefined`: too long. */
function etagOf({ message, entry }) {
    const etag = `"${latin1(entry === undefined ? message : `${message}; ${entry}`)}"`;
    return etag.length > ETAG_MAX_BYTES ? undefined : etag;
}
/** Replaces DEL and characters outside Latin-1 with spaces. */
function latin1(text) {
    return text.replace(/[^\u0000-\u007e\u0080-\u00ff]/g, ' ');
}

;// CONCATENATED MODULE: ./lib/server/settings.js
// The settings of a server: repositories, their flags and tokens.

const FLAGS = [
    'tokenFreePull',
    'tokenFreePush',
    'vdtEnabled',
    'securityEnabled',
    'contextGroupsEnabled',
    'adminContextControlled',
    'cachingEnabled',
    'accessControlsEnabled',
];
/** As in a new repository of the real server, except that it can be read without a token. */
const DEFAULT_FLAGS = {
    tokenFreePull: true,
    tokenFreePush: false,
    vdtEnabled: true,
    securityEnabled: true,
    contextGroupsEnabled: false,
    adminContextControlled: false,
    cachingEnabled: false,
    accessControlsEnabled: false,
};
function flagsOf(settings) {
    return { ...DEFAULT_FLAGS, ...settings.flags };
}
/** @param options.known tokens of an earlier start, whose values are kept */
function tokensOf(settings, options) {
    return Object.entries(settings.tokens ?? { default: {} }).map(([name, token]) => ({
        name,
        value: token.value ?? options.known?.find((one) => one.name === name)?.value ?? options.random(),
        forceKeyPush: token.forceKeyPush ?? false,
        active: token.active ?? true,
        expired: token.expired ?? false,
        securityGroups: [...(token.securityGroups ?? [])],
    }));
}
/** What is wrong with the context levels, if anything. */
function levelsProblem(levels) {
    if (levels.length < 1 || levels.length > model_context/* MAX_LEVELS */.DD)
        return `A repository must have 1 to ${model_context/* MAX_LEVELS */.DD} context levels, not ${levels.length}.`;
    if (levels.some((level) => level === ''))
        return 'A context level has no name.';
    const names = new Set(levels.map((level) => level.toLowerCase()));
    return names.size < levels.length ? 'Two context levels have the same name.' : undefined;
}
function isHeaderSafe(value) {
    return /^[!-~]+$/.test(value);
}
/** Also for accounts. */
function isRepositoryName(name) {
    return /^[A-Za-z0-9][-._A-Za-z0-9]*$/.test(name);
}

;// CONCATENATED MODULE: ./lib/server/state.js


function createRepository(settings, options) {
    return {
        account: settings.account,
        name: settings.repository,
        levels: [...settings.levels],
        flags: flagsOf(settings),
        tokens: tokensOf(settings, { random: options.random }),
        securityGroups: [...(settings.securityGroups ?? [])],
        contextGroups: [...(settings.contextGroups ?? [])],
        ...(settings.plantDuplicates ? { plantDuplicates: true } : {}),
        created: options.now().toISOString(),
        serial: 1,
        elements: settings.levels.map((level) => groupElements(level, settings.contextGroups ?? [])),
        keys: new Map(),
        files: new Map(),
        formerPaths: new Set(),
        history: [],
        past: [],
        tags: [],
    };
}
/** Groups and their members are elements, too. */
function groupElements(level, groups) {
    const ofLevel = groups.filter((group) => group.level === level);
    const names = ofLevel.flatMap(({ name, members }) => [name, ...members]);
    return new Map(names.map((name) => [name.toLowerCase(), name]));
}
/** Names are compared with case. */
function findRepository(repositories, address) {
    return repositories.find((one) => one.account === address.account && one.name === address.name);
}
// Earlier states of a repository, by date or tag (behaviour.md, section 13).
/** `undefined`: now. The URL form ignores an unknown tag. */
function momentOf(repository, { tag, date, form }) {
    const known = tag ? repository.tags.find((one) => one.name === tag) : undefined;
    if (known !== undefined)
        return new Date(known.time);
    if (tag && form === 'token')
        throw refuseRead('TAG_NOT_FOUND');
    return date ? parsedDate(date) : undefined;
}
function parsedDate(text) {
    const [, local = '', zone = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:?\d\d)$/.exec(text) ?? [];
    const asUtc = Date.parse(`${local}Z`);
    // `Date.parse` accepts February 30 as March 1.
    if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local))
        throw refuseRead('DATE_FORMAT');
    return new Date(asUtc - offsetOf(zone));
}
function offsetOf(zone) {
    if (zone === 'Z')
        return 0;
    const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
    return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
/** Crashes like the server before the first revision, and if an earlier run of this server made later changes. */
function repositoryAt(repository, moment) {
    const time = moment.getTime();
    if (time < Date.parse(repository.created)) {
        throw crashRead(`There is no revision before or at ${javaDate(moment)}.`);
    }
    const later = repository.past.filter((one) => Date.parse(one.time) > time);
    const unknown = repository.history.length - repository.past.length;
    const isLost = repository.history.slice(0, unknown).some((one) => Date.parse(one.time) > time);
    if (isLost)
        throw crashRead();
    return later.length === 0 ? repository : undone(repository, later);
}
function undone(repository, later) {
    const keys = new Map(repository.keys);
    const files = new Map(repository.files);
    for (const change of [...later].reverse()) {
        restore(keys, change.keys);
        restore(files, change.files);
    }
    return { ...repository, keys, files };
}
function restore(map, { existing, missing }) {
    for (const id of missing)
        map.delete(id);
    for (const [id, item] of existing)
        map.set(id, item);
}
/** `Wed Jan 01 00:00:00 UTC 2020` */
function javaDate(date) {
    const [weekday = '', day, month, year, time] = date.toUTCString().split(' ');
    return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`;
}
/** `MM/dd/yyyy HH:mm:ss`, in UTC. */
function serverTime(date) {
    const [year, month, day] = date.toISOString().slice(0, 10).split('-');
    return `${month}/${day}/${year} ${date.toISOString().slice(11, 19)}`;
}
/** Stored repositories without settings are served unchanged. */
function openRepositories(settings, options) {
    const repositories = [...options.stored];
    for (const one of settings) {
        const known = findRepository(repositories, { account: one.account, name: one.repository });
        if (known === undefined)
            repositories.push(createRepository(one, options));
        else if (known.levels.join(';') === one.levels.join(';'))
            adopt(known, one, options.random);
        else {
            const [stored, configured] = [known.levels.join(', '), one.levels.join(', ')];
            const name = `${one.account}/${one.repository}`;
            return {
                problem: `${name} is stored with the context levels ${stored}, but configured with ${configured}`,
            };
        }
    }
    return { repositories };
}
function adopt(repository, settings, random) {
    repository.flags = flagsOf(settings);
    repository.tokens = tokensOf(settings, { random, known: repository.tokens });
    repository.securityGroups = [...(settings.securityGroups ?? [])];
    repository.contextGroups = [...(settings.contextGroups ?? [])];
    if (settings.plantDuplicates)
        repository.plantDuplicates = true;
    else
        delete repository.plantDuplicates;
    repository.elements = repository.elements.map((names, level) => {
        const ofGroups = groupElements(repository.levels[level] ?? '', repository.contextGroups);
        return new Map([...ofGroups, ...names]);
    });
}

// EXTERNAL MODULE: ./lib/semantics/placeholders.js
var placeholders = __webpack_require__(1799);
// EXTERNAL MODULE: ./lib/semantics/resolution.js
var resolution = __webpack_require__(2811);
;// CONCATENATED MODULE: ./lib/semantics/embedding.js
// Files that embed files: detects circles of FileEmbed values (behaviour.md, section 11).

/** Whether writing a file or an embedded path creates a circle. */
function closesCircle(start, search) {
    const relevant = selection(search);
    const { embeddings } = search;
    const underWay = new Set();
    const done = new Set();
    const intoPath = (path) => relevant(embeddings.filesAt(path)).some(intoFile);
    const intoKeys = (keys) => keys.some((key) => relevant(embeddings.pathsOf(key)).some(({ path }) => intoPath(path)));
    const intoFile = (file) => {
        if (underWay.has(file))
            return true;
        if (done.has(file))
            return false;
        underWay.add(file);
        const found = intoKeys(file.keys ?? []);
        underWay.delete(file);
        done.add(file);
        return found;
    };
    return 'path' in start ? intoPath(start.path) : intoKeys(start.keys);
}
/** The matching rows with an element where the context has a wildcard, and the heaviest of the others. */
function selection({ context, groups }) {
    const request = context.split(';').map((element) => (element === '*' ? undefined : element));
    const weigh = (0,resolution/* weigher */.qM)(request, groups);
    const isOpen = (row) => row.context.split(';').some((element, level) => element !== '*' && request[level] === undefined);
    return (rows) => {
        const matching = rows.filter((row) => weigh(row.context) !== undefined);
        const best = (0,resolution/* heaviest */.iS)(matching.filter((row) => !isOpen(row)), weigh);
        return [...matching.filter(isOpen), ...(best === undefined ? [] : [best])];
    };
}

;// CONCATENATED MODULE: ./lib/server/security-groups.js
// Security groups during one request: known passwords, encryption and decryption (behaviour.md, section 12).

class Secrets {
    #groups;
    #enabled;
    #passwords = new Map();
    #opened = new Set();
    /** @param carried names of the groups of the token */
    constructor(repository, carried) {
        this.#groups = new Map(repository.securityGroups.map((group) => [group.name, group]));
        this.#enabled = repository.flags.securityEnabled;
        for (const name of carried)
            this.supply(name, this.#groups.get(name)?.password ?? '');
    }
    /** Names are case-sensitive. */
    group(name) {
        return name === undefined ? undefined : this.#groups.get(name);
    }
    /** Right or wrong: the last password counts. */
    supply(name, password) {
        this.#passwords.set(name, password);
    }
    passwordFor(name) {
        return name === undefined ? undefined : this.#passwords.get(name);
    }
    /** Also true without a group. */
    isRight({ group, password }) {
        const known = this.group(group);
        return known === undefined || known.password === password;
    }
    /** After the update of a file with the right password, the rest of the push may use the group. */
    open(name) {
        this.#opened.add(name);
    }
    openedPassword(name) {
        return this.#opened.has(name) ? this.group(name)?.password : undefined;
    }
    sealed(text, lock) {
        const group = this.group(lock.group);
        if (group === undefined || !this.#enabled)
            return text;
        if (lock.password !== group.password)
            return undefined;
        const { cipher, password } = group;
        return text === null || cipher === null ? text : (0,ciphers/* encrypt */.w)(text, { cipher, password });
    }
    decrypted(text, lock) {
        const cipher = this.group(lock.group)?.cipher ?? null;
        if (text === null || cipher === null)
            return text;
        return lock.password === undefined ? undefined : (0,ciphers/* decrypt */.Yc)(text, { cipher, password: lock.password });
    }
}

;// CONCATENATED MODULE: ./lib/server/draft.js
// A repository as one push sees it, with changes on top of the stored state; and who uses what: keys in files, paths in values.



/** Ids of the keys that files use, inactive files included. */
function usedKeys(files) {
    const used = new Set();
    for (const rows of files)
        for (const row of rows)
            for (const id of row.keys ?? [])
                used.add(id);
    return used;
}
/** Paths that values refer to, inactive values included. */
function referencedPaths(repository) {
    const paths = new Set();
    for (const key of repository.keys.values()) {
        for (const rows of key.rows.values()) {
            for (const row of rows)
                if (row.reference && row.text !== null)
                    paths.add(row.text);
        }
    }
    return paths;
}
/** Whether a file that uses these keys, or a value that embeds this path, would close a circle of embedded files. */
function leadsIntoCircle(draft, { context, start }) {
    const embeddings = {
        filesAt: (path) => draft.filesAt(path).filter((row) => row.active),
        pathsOf: (id) => {
            const key = draft.key(id);
            if (key?.vdt !== 'FileEmbed')
                return [];
            return [...key.rows.values()].flat().flatMap(({ serial, context, text, reference }) => {
                return reference && text !== null ? [{ serial, context, path: text }] : [];
            });
        },
    };
    return closesCircle(start, { context, embeddings, groups: draft.groups });
}
/** Whether the row conflicts with another active row: their contexts have a group and one of its members. */
function hasGroupConflict(draft, { row, rows }) {
    if (!draft.base.flags.contextGroupsEnabled)
        return false;
    const others = rows.filter((other) => other !== row && other.active);
    return others.some((other) => (0,resolution/* inConflict */.Ke)(row.context, other.context, draft.groups));
}
/** A refused push discards its draft, so nothing has to be undone. A push costs only what it touches. */
class Draft {
    base;
    secrets;
    groups;
    /** Resolved contexts by the text that was sent. */
    contexts = new Map();
    /** Ids of keys that do not exist, see {@link KeyRecord.flagged}. */
    flagged = new Set();
    /** Whether anything stored differs from before, so that the push creates a revision. */
    changed = false;
    #keys = new Map();
    /** Deleted and created again: these move to the end. */
    #recreated = new Set();
    #files = new Map();
    #elements;
    /** Whether a path stays known without files. */
    #formerPaths = new Map();
    #referenced;
    #used;
    /** Stored metadata of keys whose changed metadata is not yet written (see {@link wrote}). */
    #unsaved = new Map();
    #serial;
    /** @param carried names of the security groups of the token */
    constructor(base, carried) {
        this.base = base;
        this.secrets = new Secrets(base, carried);
        this.groups = (0,resolution/* indexGroups */.f2)(base.levels, base.contextGroups);
        this.#serial = base.serial;
        this.#elements = base.elements.map((names) => new Map(names));
    }
    get depth() {
        return this.base.levels.length;
    }
    nextSerial() {
        return this.#serial++;
    }
    /**
     * Every write of the server's database session also writes all pending metadata. Metadata set after the last write
     * is lost.
     */
    wrote({ changed }) {
        if (this.#unsaved.size > 0 || changed)
            this.changed = true;
        this.#unsaved.clear();
    }
    element(level, name) {
        return this.#elements[level]?.get(name.toLowerCase());
    }
    addElement(level, name) {
        this.#elements[level]?.set(name.toLowerCase(), name);
        this.wrote({ changed: true });
    }
    key(id) {
        const drafted = this.#keys.get(id);
        return drafted === undefined ? this.base.keys.get(id) : (drafted ?? undefined);
    }
    /** A copy of the key that this push may change. */
    editKey(id) {
        const drafted = this.#keys.get(id);
        if (drafted !== undefined)
            return drafted ?? undefined;
        const stored = this.base.keys.get(id);
        if (stored === undefined)
            return undefined;
        const copy = { ...stored, flagged: false, rows: new Map(stored.rows) };
        this.#keys.set(id, copy);
        return copy;
    }
    addKey(id, key) {
        this.#keys.set(id, key);
        if (this.base.keys.has(id))
            this.#recreated.add(id);
        this.wrote({ changed: true });
    }
    removeKey(id) {
        this.wrote({ changed: true });
        this.#keys.set(id, null);
        this.flagged.delete(id);
    }
    /** Call before the metadata of a key is changed. */
    metadataChanges(id, key) {
        if (this.#unsaved.has(id))
            return;
        const { vdt, readme, deprecated, push } = key;
        this.#unsaved.set(id, { vdt, readme, deprecated, push });
    }
    filesAt(path) {
        return this.#files.get(path) ?? this.base.files.get(path) ?? [];
    }
    putFiles(path, rows) {
        if (rows.length === 0)
            this.#formerPaths.set(path, this.#isReferenced(path));
        this.#files.set(path, rows);
        this.wrote({ changed: true });
    }
    /** Files are processed before keys, so the values from before the push count. */
    #isReferenced(path) {
        this.#referenced ??= referencedPaths(this.base);
        return this.#referenced.has(path);
    }
    /** A path stays valid after its last file is deleted if a value referred to it. */
    hasPath(path) {
        return this.filesAt(path).length > 0 || (this.#formerPaths.get(path) ?? this.base.formerPaths.has(path));
    }
    /** Call only after all files are processed. */
    isUsed(keyId) {
        this.#used ??= usedKeys(withFiles(this.base, this.#files).values());
        return this.#used.has(keyId);
    }
    /** Discards metadata set after the last write. After this, the draft may only be committed. */
    settle() {
        for (const [id, stored] of this.#unsaved)
            Object.assign(this.#keys.get(id) ?? {}, stored);
    }
    /** The database rejects NUL. Values and files are checked where they are written. */
    hasNul() {
        for (const key of this.#keys.values())
            if (key?.readme?.includes('\0'))
                return true;
        return false;
    }
    /** The repository with the draft applied. Shares what the push did not touch. */
    committed(revision) {
        const { base } = this;
        return {
            ...base,
            serial: this.#serial,
            keys: this.#committedKeys(),
            files: withFiles(base, this.#files),
            formerPaths: this.#committedPaths(),
            elements: this.#elements,
            history: [...base.history, revision],
            past: [
                ...base.past,
                {
                    time: revision.time,
                    keys: before(base.keys, this.#keys.keys()),
                    files: before(base.files, this.#files.keys()),
                },
            ],
        };
    }
    #committedKeys() {
        const keys = new Map(this.base.keys);
        for (const id of this.#recreated)
            keys.delete(id);
        for (const [id, key] of this.#keys) {
            if (key === null)
                keys.delete(id);
            else
                keys.set(id, key);
        }
        return keys;
    }
    #committedPaths() {
        const paths = new Set(this.base.formerPaths);
        for (const [path, stays] of this.#formerPaths) {
            if (stays)
                paths.add(path);
            else
                paths.delete(path);
        }
        return paths;
    }
}
function withFiles(base, changed) {
    const files = new Map(base.files);
    for (const [path, rows] of changed) {
        if (rows.length === 0)
            files.delete(path);
        else
            files.set(path, rows);
    }
    return files;
}
/** What restores these items as they were before the push. */
function before(map, ids) {
    const existing = new Map();
    const missing = [];
    for (const id of ids) {
        const item = map.get(id);
        if (item === undefined)
            missing.push(id);
        else
            existing.set(id, item);
    }
    return { existing, missing };
}

;// CONCATENATED MODULE: ./lib/server/push-contexts.js



/** The context in the spelling of its first use. Creates missing elements, even for a delete. */
function resolveContext(draft, { text, entry }) {
    const known = draft.contexts.get(text);
    if (known !== undefined)
        return known;
    const context = segmentsOf(text, { depth: draft.depth, entry })
        .map((segment, level) => resolveElement(draft, { segment, level, entry }))
        .join(';');
    draft.contexts.set(text, context);
    return context;
}
function segmentsOf(text, { depth, entry }) {
    const segments = splitLikeJava((0,value_types/* javaTrim */.D9)(text));
    if (segments.length === 0)
        return Array(depth).fill('*');
    if (segments.length > model_context/* MAX_LEVELS */.DD)
        throw new Refused('INVALID_TYPE', entry);
    if (segments.length !== depth)
        throw new Refused('SCOPE', entry);
    return segments.map(value_types/* javaTrim */.D9);
}
/** Java's `split(";")` omits empty segments at the end. */
function splitLikeJava(text) {
    let end = text.length;
    while (text[end - 1] === ';')
        end--;
    return end === 0 ? [] : text.slice(0, end).split(';');
}
function resolveElement(draft, { segment, level, entry }) {
    if (segment === '' || segment === '*')
        return '*';
    const known = draft.element(level, segment);
    if (known !== undefined)
        return known;
    if (!model_context/* ELEMENT_NAME */.Hi.test(segment))
        throw new Refused('ILLEGAL', entry);
    if (segment.length > model_context/* ELEMENT_NAME_MAX */.cc)
        throw new Refused('CONSTRAINT', entry);
    draft.addElement(level, segment);
    return segment;
}

;// CONCATENATED MODULE: ./lib/server/push-members.js
// Reading the members of a push body as the server does: scalars by their text, one-element arrays unwrapped.




/** As the server reads it: leniently, with numbers as written. */
function bodyIn(text) {
    const parsed = (0,lib_json/* parseLenientJson */.Ri)(text);
    if (!('value' in parsed) || !(0,lib_json/* isJsonObject */.OW)(parsed.value))
        throw new Refused('GENERIC');
    const body = parsed.value;
    const entries = objectsOf(body.get('data'));
    const comment = optionalText(body, 'changeComment');
    return { comment, enableKeyCreation: optionalBoolean(body, 'enableKeyCreation'), entries };
}
/** Refuses everything except an array of objects. */
function objectsOf(node) {
    if (!Array.isArray(node) || !node.every(lib_json/* isJsonObject */.OW))
        throw new Refused('GENERIC');
    return node;
}
/** `undefined` if the member is absent; refuses null and everything without a text. */
function optionalText(object, name) {
    const node = object.get(name);
    return node === undefined ? undefined : textOf(node);
}
function requiredText(object, name) {
    return textOf(object.get(name));
}
/** Like {@link optionalText}, but null is allowed. */
function nullableText(object, name) {
    return object.get(name) === null ? null : optionalText(object, name);
}
/** True only for `true`, ignoring case. */
function optionalBoolean(object, name) {
    const text = optionalText(object, name);
    return text === undefined ? undefined : text.toLowerCase() === 'true';
}
function isDelete(object) {
    return optionalText(object, 'opp')?.toLowerCase() === 'delete';
}
/** Everything that is not a vdt counts as Text. */
function vdtOf(entry) {
    const node = entry.get('vdt');
    return typeof node === 'string' && (0,model_state/* isVdt */.PB)(node) ? node : 'Text';
}
function textOf(node) {
    if (typeof node === 'string')
        return node;
    if (typeof node === 'boolean')
        return String(node);
    if (node instanceof lib_json/* JsonNumber */.WP)
        return node.literal;
    if (Array.isArray(node) && node.length === 1)
        return textOf(node[0]);
    throw new Refused('GENERIC');
}
const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;
function isStorableName(name) {
    return KEY_NAME.test(name);
}
function newRecord(name, vdt) {
    return { name, vdt, readme: null, deprecated: false, push: false, rows: new Map() };
}
/** Checks the name, and stores the key. `entry` is part of the reason if a value is being written. */
function storeNewKey(key, entry) {
    const { draft } = key;
    const { name } = key.record;
    if (name === '')
        throw new Refused('KEY_BLANK', entry);
    if (!isStorableName(name))
        throw new Refused('ILLEGAL', entry);
    const id = name === key.name ? key.id : name.toLowerCase();
    if (id !== key.id && draft.key(id) !== undefined)
        throw new Refused('CONSTRAINT', entry);
    draft.addKey(id, key.record);
    if (key.record.flagged && id !== key.id)
        draft.flagged.add(key.id);
    key.id = id;
    key.isNew = false;
}
/** The entry in two messages of the server: always `push:false`. */
function lockedKey(name) {
    return new Map([
        ['key', name],
        ['push', false],
    ]);
}
/** What is stored for a text of this type, before encryption (behaviour.md, section 8). Refuses an invalid text. */
function typedText(draft, { vdt, text, entry }) {
    if (text === null || !draft.base.flags.vdtEnabled || isFileType(vdt))
        return text;
    if ((0,value_types/* typeProblem */.Yp)(vdt, text) === undefined)
        return (0,value_types/* storedText */.VS)(vdt, text);
    throw new Refused(vdt === 'JSON' ? 'GENERIC' : 'INVALID_VALUE', entry);
}
function isFileType(vdt) {
    return vdt === 'FileRef' || vdt === 'FileEmbed';
}

;// CONCATENATED MODULE: ./lib/server/push-files.js






function applyFileEntry(draft, entry) {
    const sent = requiredText(entry, 'file');
    const content = optionalText(entry, 'content') ?? '';
    const active = optionalBoolean(entry, 'active') ?? true;
    const group = optionalText(entry, 'securityGroup');
    const password = optionalText(entry, 'password');
    const context = resolveContext(draft, { text: requiredText(entry, 'context'), entry });
    const row = activeRow(draft, { path: sent, context });
    const file = { sent, context, content, active, group, password, entry };
    if (isDelete(entry))
        deleteFile(draft, row);
    else if (row === undefined)
        createFile(draft, file);
    else
        updateFile(draft, { row, file });
}
/** A file created by this push stays, because the server writes it after deleting it. */
function deleteFile(draft, row) {
    if (row === undefined)
        return;
    const stored = draft.base.files.get(row.path) ?? [];
    if (!stored.some((one) => one.serial === row.serial))
        return;
    draft.putFiles(row.path, draft.filesAt(row.path).filter((one) => one !== row));
}
function createFile(draft, file) {
    const { sent, context, active, entry } = file;
    const path = newPath(sent, entry);
    const secured = createdContent(draft, file);
    const missing = (name) => {
        if (!isStorableName(name))
            throw new Refused('ILLEGAL', entry);
        draft.addKey(name.toLowerCase(), newRecord(name, 'Text'));
    };
    const keys = keysOf(draft, { content: file.content, missing });
    if (active && activeRow(draft, { path, context }) !== undefined)
        throw new Refused('FILE_DUPLICATION', entry);
    const row = { serial: draft.nextSerial(), path, context, active, ...secured, ...keys };
    draft.putFiles(path, [...draft.filesAt(path), row]);
    checkFile(draft, { row, entry });
}
function updateFile(draft, { row, file }) {
    const { entry, active } = file;
    const secured = updatedContent(draft, { row, file });
    const missing = () => {
        throw new Refused('MISSING_PARAMS', entry);
    };
    const keys = keysOf(draft, { content: file.content, missing });
    const { serial, path, context } = row;
    const next = { serial, path, context, active, ...secured, ...keys };
    const same = row.content === next.content && row.active === active && row.group === next.group;
    // Placeholders are written anew each time, anything else only once.
    if (same && row.rewritten && next.keys === undefined) {
        draft.wrote({ changed: false });
        return;
    }
    const written = same ? { ...next, rewritten: true } : next;
    draft.putFiles(path, draft.filesAt(path).map((one) => (one === row ? written : one)));
    checkFile(draft, { row: written, entry });
}
function newPath(sent, entry) {
    const { folder, name } = splitPath(sent);
    if ((0,value_types/* javaTrim */.D9)(name) === '')
        throw new Refused('BLANK_NAME', entry);
    if (folder.includes('\n'))
        throw new Refused('ILLEGAL', entry);
    const path = storedPath(sent);
    if (path.length > PATH_MAX || path.includes('\0'))
        throw new Refused('CONSTRAINT', entry);
    return path;
}
/** A new file can join a group only after an update earlier in this push supplied the password. */
function createdContent(draft, { content, group, entry }) {
    if (group === undefined || (0,value_types/* javaTrim */.D9)(group) === '')
        return { content };
    if (draft.secrets.group(group) === undefined)
        throw new Refused('MISSING_GROUP', entry);
    const password = draft.secrets.openedPassword(group);
    const sealed = draft.secrets.sealed(content, { group, password });
    if (sealed === undefined)
        throw new Refused('INVALID_PASSWORD', entry);
    return { content: sealed, group };
}
/** The password must match the current group and the new one. Without a new group, the file leaves its group. */
function updatedContent(draft, { row, file }) {
    const { secrets } = draft;
    const { content, group, password, entry } = file;
    const before = secrets.sealed(content, { group: row.group, password });
    if (before === undefined)
        throw new Refused('INVALID_PASSWORD', entry);
    const lock = group === undefined || (0,value_types/* javaTrim */.D9)(group) === '' ? undefined : { group, password };
    if (lock !== undefined) {
        if (secrets.group(lock.group) === undefined)
            throw new Refused('MISSING_GROUP', entry);
        if (!secrets.isRight(lock))
            throw new Refused('INVALID_PASSWORD', entry);
        secrets.open(lock.group);
    }
    const clear = secrets.decrypted(before, { group: row.group, password });
    if (clear === undefined)
        throw new Refused('DECRYPTION', entry);
    // The password was checked above, so this cannot fail.
    return lock === undefined ? { content: clear } : { content: secrets.sealed(clear, lock) ?? clear, group: lock.group };
}
/** Ids of the keys that the unencrypted content uses. */
function keysOf(draft, { content, missing }) {
    const names = (0,placeholders/* placeholdersIn */.Qf)(content);
    for (const name of names)
        if (draft.key(name.toLowerCase()) === undefined)
            missing(name);
    return names.length === 0 ? {} : { keys: names.map((name) => name.toLowerCase()) };
}
/** Checks that the server makes only when it writes the file. */
function checkFile(draft, { row, entry }) {
    const { path, context, active, content, keys } = row;
    if (active && hasGroupConflict(draft, { row, rows: draft.filesAt(path) }))
        throw new Refused('GROUP_CONFLICT', entry);
    if (active && keys !== undefined && leadsIntoCircle(draft, { context, start: { keys } }))
        throw new Refused('CIRCULAR', entry);
    if (content.includes('\0'))
        throw new Refused('CONSTRAINT', entry);
}
const PATH_MAX = 255;
/** Splits at the last `/`, unless it is the first character. */
function splitPath(path) {
    const slash = path.lastIndexOf('/');
    return slash > 0 ? { folder: path.slice(0, slash), name: path.slice(slash + 1) } : { folder: '', name: path };
}
/** Without the leading slash of the folder, so such a file is never found by the path that was sent. */
function storedPath(sent) {
    const { folder, name } = splitPath(sent);
    const stored = folder.startsWith('/') ? folder.slice(1) : folder;
    return stored === '' ? name : `${stored}/${name}`;
}
/** The file that a push finds. Pushes ignore inactive files. */
function activeRow(draft, { path, context }) {
    const id = context.toLowerCase();
    return draft.filesAt(path).find((row) => row.active && row.context.toLowerCase() === id);
}

;// CONCATENATED MODULE: ./lib/server/reads.js
// The content of the answers to export, info and keyData (behaviour.md, section 13).




/** Everything, in the format of a push body, keys before files. */
function exportOf(repository, options) {
    const keys = Array.from(repository.keys.values(), (key) => exportedKey(key, options));
    const files = options.omitFiles ? [] : allFiles(repository).map(exportedFile);
    return { data: [...keys, ...files] };
}
function exportedKey(key, options) {
    const { name, readme, deprecated, vdt, push, group: securityGroup } = key;
    const rows = [...key.rows.values()].flat();
    const values = options.omitValues
        ? undefined
        : rows.map(({ context, text, active }) => ({ context, value: text, active }));
    return { key: name, readme, deprecated, vdt, push, securityGroup, values };
}
/** Inactive files are not marked. */
function exportedFile({ content, path, context, group: securityGroup }) {
    return { content, file: path, context, securityGroup };
}
function allFiles(repository) {
    return [...repository.files.values()].flat();
}
function keyDataOf(key) {
    if (key === undefined)
        return {};
    const { name, readme, deprecated, vdt, push } = key;
    return { key: name, readme, deprecated, vdt, push };
}
/**
 * Throws {@link ReadFailed} for an unknown label, on which the server crashes.
 * @param moment of a tag or date; absent: now
 */
function infoOf(repository, { request, now, moment }) {
    const labels = request.header('context-labels') || undefined;
    const glob = request.header('files-glob') || undefined;
    const hasElements = labels !== undefined || isTrue(request.header('context-elements'));
    const hasFiles = glob !== undefined || isTrue(request.header('files'));
    return {
        account: repository.account,
        repository: repository.name,
        generatedOn: serverTime(now),
        ...(moment && { date: serverTime(moment) }),
        context: repository.levels,
        ...(hasElements && { contextElements: elementsOf(repository, labels) }),
        ...(hasFiles && { files: moment === undefined ? fileList(repository, glob) : [] }),
        ...(isTrue(request.header('tags')) && { tags: repository.tags.map(shownTag) }),
    };
}
/** @param labels names of levels, joined by commas; absent: all levels */
function elementsOf({ levels, elements }, labels) {
    const wanted = labels === undefined ? levels : labels.split(',');
    return Object.fromEntries(wanted.map((label) => {
        const names = elements[levels.indexOf(label)];
        if (names === undefined)
            throw crashRead();
        return [label, [...names.values()]];
    }));
}
function fileList(repository, glob) {
    return allFiles(repository)
        .filter((row) => glob === undefined || matchesGlob(row.path, glob))
        .map(({ path, group: secureGroup }) => ({ name: splitPath(path).name, path, secureGroup }));
}
/** `*` matches everything, including `/`. Linear: the first match of each part suffices. */
function matchesGlob(path, glob) {
    const [first = '', ...others] = glob.split('*');
    const last = others.pop();
    if (last === undefined)
        return path === glob;
    if (!path.startsWith(first))
        return false;
    let at = first.length;
    for (const part of others) {
        const found = path.indexOf(part, at);
        if (found === -1)
            return false;
        at = found + part.length;
    }
    return path.length - last.length >= at && path.endsWith(last);
}
function shownTag({ name, readme, time }) {
    return { name, readme, ts: Date.parse(time), date: `${time.slice(0, 16)}Z` };
}
/** One repository in `info/all`. Counts keys without values and inactive values, too. */
function summaryOf(repository) {
    const { account, name, flags, levels, created } = repository;
    let valueCount = 0;
    for (const key of repository.keys.values())
        for (const rows of key.rows.values())
            valueCount += rows.length;
    return {
        account,
        name,
        isPrivate: false,
        isPersonal: true,
        description: '',
        created: `${created.slice(0, 16)}Z`,
        accessControlsEnabled: flags.accessControlsEnabled,
        vdtEnabled: flags.vdtEnabled,
        securityEnabled: flags.securityEnabled,
        contextGroupsEnabled: flags.contextGroupsEnabled,
        keyCount: repository.keys.size,
        valueCount,
        userCount: 0,
        context: levels,
    };
}

;// CONCATENATED MODULE: ./lib/server/push-keys.js
// One key entry of a push: find or create the key, set metadata, then its values (behaviour.md, sections 3 and 7 to 9).






function applyKeyEntry(draft, { entry, rights }) {
    const name = requiredText(entry, 'key');
    const id = name.toLowerCase();
    const deletes = isDelete(entry);
    const record = draft.editKey(id);
    if (deletes && record === undefined)
        return;
    const request = { id, name, entry, rights };
    const key = record === undefined ? newKey(draft, request) : knownKey(draft, { ...request, record });
    attachGroup(key);
    if (deletes) {
        deleteKey(key);
        return;
    }
    setMetadata(key);
    if (entry.has('values')) {
        for (const value of objectsOf(entry.get('values')))
            writeValue(key, value);
    }
    saveIfFlagged(key);
}
function newKey(draft, { id, name, entry, rights }) {
    if (!rights.mayCreate)
        throw new Refused('KEY_CREATION', entry);
    const record = { ...newRecord((0,value_types/* javaTrim */.D9)(name), vdtOf(entry)), flagged: draft.flagged.has(id) };
    return { draft, id, name, record, isNew: true, isDeleted: false, entry };
}
function knownKey(draft, { id, name, entry, rights, record }) {
    if (!record.push && !rights.force)
        throw new Refused('PUSH_DISABLED', lockedKey(name));
    const vdt = vdtOf(entry);
    if (draft.base.flags.vdtEnabled && vdt !== record.vdt && !deletesAValue(entry)) {
        draft.metadataChanges(id, record);
        record.vdt = vdt;
        record.flagged = true;
    }
    return { draft, id, name, record, isNew: false, isDeleted: false, entry };
}
/** An entry with any delete, even one that finds nothing, does not change the vdt. */
function deletesAValue(entry) {
    const values = entry.get('values');
    return Array.isArray(values) && values.some((value) => (0,lib_json/* isJsonObject */.OW)(value) && isDelete(value));
}
function deleteKey({ draft, id, record }) {
    const password = draft.secrets.passwordFor(record.group);
    if (!draft.secrets.isRight({ group: record.group, password }))
        throw new Refused('INVALID_PASSWORD');
    if (draft.isUsed(id))
        throw new Refused('KEY_USED');
    draft.removeKey(id);
}
function setMetadata(key) {
    const { record, entry } = key;
    const readme = nullableText(entry, 'readme') ?? undefined;
    if (readme !== undefined && readme !== record.readme) {
        beforeMetadataChange(key);
        record.readme = readme;
    }
    for (const member of ['deprecated', 'push']) {
        const given = optionalBoolean(entry, member);
        if (given === undefined)
            continue;
        // The server saves the key if a member is given and equal. A change alone does not save it.
        if (given === record[member])
            record.flagged = true;
        else {
            beforeMetadataChange(key);
            record[member] = given;
        }
    }
}
function beforeMetadataChange(key) {
    if (!key.isNew)
        key.draft.metadataChanges(key.id, key.record);
}
function saveIfFlagged(key) {
    if (!key.record.flagged)
        return;
    if (key.isDeleted)
        throw new Refused('CONSTRAINT');
    if (key.isNew)
        storeNewKey(key);
    else
        key.draft.wrote({ changed: false });
}
/** Puts a key into a security group (behaviour.md, 12.1): read only if both members are given, applied only if neither is blank. */
function attachGroup(key) {
    const { draft, record, entry } = key;
    if (!entry.has('securityGroup') || !entry.has('password'))
        return;
    const name = requiredText(entry, 'securityGroup');
    const password = requiredText(entry, 'password');
    draft.secrets.supply(name, password);
    if ((0,value_types/* javaTrim */.D9)(name) === '' || (0,value_types/* javaTrim */.D9)(password) === '')
        return;
    if (draft.secrets.group(name) === undefined) {
        throw new Refused('MISSING_GROUP', new Map([['securityGroup', name]]));
    }
    const differs = record.group !== name;
    if (differs)
        record.flagged = true;
    const rows = resealed(key, { name, password });
    record.group = name;
    record.rows = rows;
    if (!key.isNew && (differs || rows.size > 0))
        draft.wrote({ changed: true });
}
/**
 * Decrypts all values, inactive ones included, with the given password and encrypts them for the group. For the latter
 * the server uses a password that only the update of a file supplies.
 */
function resealed(key, { name, password }) {
    const { draft, record } = key;
    const clear = Array.from(record.rows, ([id, rows]) => {
        return [id, rows.map((row) => ({ ...row, text: clearText(key, { row, password }) }))];
    });
    const lock = { group: name, password: draft.secrets.openedPassword(name) };
    return new Map(clear.map(([id, rows]) => [
        id,
        rows.map(({ reference: _, ...row }) => {
            const text = draft.secrets.sealed(typedText(draft, { vdt: record.vdt, text: row.text }), lock);
            if (text === undefined)
                throw new Refused('INVALID_PASSWORD');
            return { ...row, text };
        }),
    ]));
}
function clearText(key, { row, password }) {
    if (row.reference)
        return row.text;
    const text = key.draft.secrets.decrypted(row.text, { group: key.record.group, password });
    if (text === undefined)
        throw new Refused('DECRYPTION');
    return text;
}
// One element of `values`: create, update or delete a row (behaviour.md, sections 8 and 9).
function writeValue(key, value) {
    const { draft, entry } = key;
    const deletes = isDelete(value);
    if (!value.has('context'))
        throw new Refused('CONTEXT_NOT_SPECIFIED', lockedKey(key.name));
    const sent = requiredText(value, 'context');
    const text = nullableText(value, 'value');
    const active = optionalBoolean(value, 'active');
    const context = resolveContext(draft, { text: sent, entry });
    const id = context.toLowerCase();
    if (deletes)
        deleteValue(key, id);
    else
        upsertValue(key, { context, id, text, active });
}
function upsertValue(key, upsert) {
    const { id } = upsert;
    const written = upsert.text === undefined ? undefined : writtenText(key, upsert.text);
    if (key.isDeleted)
        throw new Refused('CONSTRAINT', key.entry);
    if (key.isNew)
        storeNewKey(key, key.entry);
    const row = onlyActiveRow(key, id);
    const { text, reference } = written ?? row ?? { text: null };
    const next = {
        serial: row?.serial ?? key.draft.nextSerial(),
        context: row?.context ?? upsert.context,
        text,
        active: upsert.active ?? true,
        ...(reference && { reference }),
    };
    const changed = row === undefined || row.text !== next.text || row.reference !== next.reference || !next.active;
    if (changed) {
        putRow(key, { id, row, next });
        if (next.active)
            checkRow(key, next);
    }
    key.draft.wrote({ changed });
}
/** What is stored for a text. Refuses a text that does not match the type, and an unknown password. */
function writtenText({ draft, record, entry }, sent) {
    const { vdt, group } = record;
    if (isFileType(vdt)) {
        if (sent === null || !draft.hasPath(sent))
            throw new Refused('FILE_NOT_FOUND', entry);
        return { text: sent, reference: true };
    }
    const typed = typedText(draft, { vdt, text: sent, entry });
    const text = draft.secrets.sealed(typed, { group, password: draft.secrets.passwordFor(group) });
    if (text === undefined)
        throw new Refused('INVALID_PASSWORD', entry);
    if (text?.includes('\0'))
        throw new Refused('CONSTRAINT', entry);
    return { text };
}
/** Checks that the server makes only when it writes an active row. */
function checkRow({ draft, record, entry }, row) {
    const { context, text } = row;
    if (hasGroupConflict(draft, { row, rows: [...record.rows.values()].flat() }))
        throw new Refused('GROUP_CONFLICT', entry);
    if (!row.reference || text === null || record.vdt !== 'FileEmbed')
        return;
    if (leadsIntoCircle(draft, { context, start: { path: text } }))
        throw new Refused('CIRCULAR', entry);
}
/** Pushes ignore inactive rows. Two active rows of one context are refused. */
function onlyActiveRow(key, id) {
    const rows = key.record.rows.get(id)?.filter((row) => row.active);
    if (rows === undefined)
        return undefined;
    if (rows.length > 1)
        throw new Refused('PROP_DUPLICATION', key.entry);
    return rows[0];
}
function putRow(key, { id, row, next }) {
    const { draft, record } = key;
    const rows = record.rows.get(id);
    if (row !== undefined && rows !== undefined) {
        record.rows.set(id, rows.map((one) => (one === row ? next : one)));
        return;
    }
    const twice = draft.base.plantDuplicates && draft.base.keys.has(key.id);
    const added = twice ? [next, { ...next, serial: draft.nextSerial() }] : [next];
    record.rows.set(id, rows === undefined ? added : [...rows, ...added]);
}
function deleteValue(key, id) {
    const row = key.record.rows.get(id)?.find((one) => one.active);
    if (row === undefined)
        return;
    const { draft, record } = key;
    const password = draft.secrets.passwordFor(record.group);
    if (!draft.secrets.isRight({ group: record.group, password })) {
        throw new Refused('INVALID_PASSWORD', key.entry);
    }
    const takesEffect = isUnchanged(key, { id, row });
    if (takesEffect)
        removeRow(key, { id, row });
    draft.wrote({ changed: takesEffect });
    if (record.rows.size === 0 && !draft.isUsed(key.id))
        removeEmptyKey(key);
}
/** Whether the row is as before the push. Otherwise a delete has no effect: the server writes the row after deleting it. */
function isUnchanged(key, { id, row }) {
    const stored = key.draft.base.keys.get(key.id)?.rows.get(id);
    return stored?.find((one) => one.serial === row.serial)?.text === row.text;
}
function removeRow(key, { id, row }) {
    const left = (key.record.rows.get(id) ?? []).filter((one) => one !== row);
    if (left.length === 0)
        key.record.rows.delete(id);
    else
        key.record.rows.set(id, left);
}
/** Call only without rows: an inactive row keeps a key. */
function removeEmptyKey(key) {
    key.draft.removeKey(key.id);
    // The server then tries to save the deleted key, and fails.
    if (key.record.flagged)
        key.draft.flagged.add(key.id);
    key.isDeleted = true;
}

;// CONCATENATED MODULE: ./lib/server/push.js
// Applies a push to a repository: returns the new repository or a refusal (behaviour.md, section 3).





/** Longer names do not fit the database. */
const APPLICATION_MAX = 255;
/**
 * Pure and atomic: does not modify the given repository. If nothing changed, `revision` is undefined and the result is
 * the same repository.
 */
function push(repository, request) {
    try {
        return accept(repository, { ...request, body: bodyIn(request.body) });
    }
    catch (problem) {
        if (problem instanceof Refused)
            return { refusal: problem.refusal };
        throw problem;
    }
}
function accept(repository, request) {
    const { body } = request;
    const draft = new Draft(repository, request.securityGroups ?? []);
    const rights = { force: request.force, mayCreate: body.enableKeyCreation ?? request.force };
    for (const entry of body.entries)
        if (entry.has('file'))
            applyFileEntry(draft, entry);
    for (const entry of body.entries)
        if (entry.has('key'))
            applyKeyEntry(draft, { entry, rights });
    draft.settle();
    if (!draft.changed)
        return { repository, revision: undefined };
    const revision = revisionOf(request);
    const { application = '', comment = '' } = revision;
    if (application.length > APPLICATION_MAX || comment.includes('\0') || draft.hasNul())
        throw new Refused('CONSTRAINT');
    return { repository: draft.committed(revision), revision };
}
function revisionOf({ body: { comment }, ...request }) {
    return {
        time: request.now().toISOString(),
        ...(request.token === undefined ? {} : { token: request.token }),
        ...(request.application === undefined ? {} : { application: request.application }),
        ...(comment === undefined ? {} : { comment }),
    };
}

;// CONCATENATED MODULE: ./lib/server/service.js
// Requests in, answers out, without a network: routing (behaviour.md, section 1), access, pushes, cached answers.



const ENDPOINTS = [
    { name: 'push', method: 'POST', forms: ['token', 'url'] },
    { name: 'export', method: 'GET', forms: ['url'] },
    { name: 'info', method: 'GET', forms: ['token', 'url'] },
    { name: 'keyData', method: 'GET', forms: ['token', 'url'] },
    { name: 'pull', method: 'GET', forms: ['token', 'url'] },
    { name: 'rawFile', method: 'GET', forms: ['token', 'url'] },
    { name: 'info/all', method: 'GET', forms: ['token'] },
    { name: 'info/system', method: 'GET', forms: ['token'] },
];
/** Endpoints that can be disabled. */
const OPTIONAL_ENDPOINTS = ENDPOINTS.map(({ name }) => name).filter((name) => name !== 'push');
/** Endpoints that are missing in interface.md. */
const UNDOCUMENTED_ENDPOINTS = OPTIONAL_ENDPOINTS.filter((name) => name !== 'info/all');
/** `outside`: not below `/rest`. `unknown`: no such endpoint, or an unsupported media type. */
function routeOf(request) {
    const [root, ...rest] = service_segmentsOf(request.target);
    if (root !== 'rest')
        return 'outside';
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = tokenForm(rest, method) ?? urlForm(rest, method);
    if (route === undefined)
        return 'unknown';
    if (route.endpoint !== 'rawFile' && !takesJson(request))
        return 'unknown';
    return method === 'POST' && !sendsJson(request) ? 'unknown' : route;
}
/** A NUL, or a slash or backslash inside of a segment: servers refuse them, so that no path is read in two ways. */
function hasForbiddenEscape(target) {
    return /%(?:00|2f|5c)/i.test(target.split(/[?#]/, 1)[0] ?? '');
}
/** Ignores double and trailing slashes, query strings and matrix parameters. Proxies send absolute URLs. */
function service_segmentsOf(target) {
    const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
    return path.split('/').flatMap((segment) => {
        const [name = ''] = segment.split(';', 1);
        return name === '' ? [] : [decoded(name)];
    });
}
function decoded(segment) {
    try {
        return decodeURIComponent(segment);
    }
    catch {
        return segment;
    }
}
function tokenForm(segments, method) {
    const found = ENDPOINTS.find((one) => one.name === segments.join('/') && one.method === method);
    return found?.forms.some((form) => form === 'token') ? { endpoint: found.name } : undefined;
}
function urlForm(segments, method) {
    const [name, account, repository, ...surplus] = segments;
    if (account === undefined || repository === undefined || surplus.length > 0)
        return undefined;
    const found = ENDPOINTS.find((one) => one.name === name && one.method === method);
    if (!found?.forms.some((form) => form === 'url'))
        return undefined;
    return { endpoint: found.name, address: { account, name: repository } };
}
function sendsJson(request) {
    const type = mediaType(request.header('content-type') ?? '*/*');
    return type === 'application/json' || type === '*/*';
}
function takesJson(request) {
    const accept = request.header('accept');
    if (accept === undefined || accept === '')
        return true;
    return accept.split(',').some((range) => {
        return JSON_RANGES.includes(mediaType(range)) && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range);
    });
}
const JSON_RANGES = ['application/json', 'application/*', '*/*'];
function mediaType(text) {
    return (text.split(';', 1)[0] ?? '').trim().toLowerCase();
}
/**
 * The cache of the real server, with its bugs (behaviour.md, section 13): by name of the repository, ignoring the
 * account, and by context. Everyone gets the first answer, with the options of the first request.
 */
class ReadCache {
    #answers = new Map();
    /** The cached answer, or a new one. The id determines `T`. */
    answer(repository, { id, make }) {
        const answers = this.#answers.get(repository) ?? new Map();
        this.#answers.set(repository, answers);
        if (!answers.has(id))
            answers.set(id, make());
        return answers.get(id);
    }
    has(repository, id) {
        return this.#answers.get(repository)?.has(id) ?? false;
    }
    clear(repository) {
        this.#answers.delete(repository);
    }
}
/**
 * Routes a request, or answers it if that needs no body and no repository.
 * @param without disabled endpoints, answered like unknown ones
 */
function dispatch(request, without = []) {
    if (hasForbiddenEscape(request.target))
        return { answer: { status: 400, close: true } };
    if (request.method === 'OPTIONS')
        return { answer: { status: 200 } };
    if (request.method === 'PUT' || request.method === 'DELETE')
        return { answer: METHOD_FORBIDDEN };
    if (!KNOWN_METHODS.includes(request.method))
        return { answer: METHOD_UNKNOWN };
    const route = routeOf(request);
    if (route === 'outside')
        return { answer: /\.html(?:[?#;]|$)/.test(request.target) ? MISSING_HTML_FILE : START_PAGE };
    return route === 'unknown' || without.includes(route.endpoint) ? { answer: NOT_FOUND } : { route };
}
const KNOWN_METHODS = ['GET', 'HEAD', 'POST'];
function pushAnswer(service, { request, route, body }) {
    const access = accessOf(service.repositories, { request, address: route.address, purpose: 'push' });
    if (access === 'missing')
        return { answer: refuse(304, 'GENERIC') };
    if ('denied' in access)
        return { answer: refuse(304, access.denied) };
    const problem = tokenProblem(access.token);
    if (problem !== undefined)
        return { answer: refuse(304, problem) };
    const result = push(access.repository, {
        body,
        force: access.token?.forceKeyPush ?? false,
        token: access.token?.name,
        securityGroups: access.token?.securityGroups,
        application: request.header('application-name'),
        now: service.now,
    });
    if ('refusal' in result)
        return { answer: refuse(304, result.refusal) };
    const { repository, revision } = result;
    const accepted = { answer: { status: 200 }, clears: repository.name };
    if (revision === undefined)
        return accepted;
    const repositories = service.repositories.map((one) => (one === access.repository ? repository : one));
    return { ...accepted, repositories };
}
/** A page of this length. Clients may recognise the pages of the real server by their length. */
function page(bytes, contentType = 'text/html') {
    const start = '<!DOCTYPE html><html><head><title>ConfigHub</title></head><body>';
    const end = '</body></html>\n';
    return { contentType, body: start + ' '.repeat(bytes - start.length - end.length) + end };
}
/** For every unknown or unsupported request below `/rest`. */
const NOT_FOUND = { status: 200, etag: 'W/"855-1500000000000"', ...page(855) };
/** For every other path. */
const START_PAGE = { status: 200, etag: 'W/"8365-1500000000000"', ...page(8365) };
const MISSING_HTML_FILE = { status: 404, ...page(1172) };
const METHOD_FORBIDDEN = { status: 403, ...page(993, 'text/html;charset=utf-8') };
const METHOD_UNKNOWN = { status: 501, close: true, ...page(1138, 'text/html;charset=utf-8') };
/**
 * The repository of a request: by URL, where a token is ignored, or by token, even if the token is expired or inactive
 * (see {@link tokenProblem}).
 */
function accessOf(repositories, { request, address, purpose }) {
    if (address === undefined)
        return byToken(repositories, request.header('client-token') ?? '');
    const repository = findRepository(repositories, address);
    if (repository === undefined)
        return 'missing';
    const { tokenFreePush, tokenFreePull } = repository.flags;
    if (purpose === 'push')
        return tokenFreePush ? { repository } : { denied: 'NO_PUSH_WITHOUT_TOKEN' };
    return tokenFreePull ? { repository } : { denied: 'NO_PULL_WITHOUT_TOKEN' };
}
function byToken(repositories, sent) {
    for (const repository of repositories) {
        const token = repository.tokens.find((one) => one.value === sent);
        if (token !== undefined)
            return { repository, token };
    }
    return { denied: 'INVALID_TOKEN' };
}
/** Why a known token may not be used. `info` does not check this. */
function tokenProblem(token) {
    if (token?.expired)
        return 'EXPIRED_TOKEN';
    return token === undefined || token.active ? undefined : 'INACTIVE_TOKEN';
}

// EXTERNAL MODULE: ./lib/semantics/rendering.js
var rendering = __webpack_require__(4945);
;// CONCATENATED MODULE: ./lib/server/view.js
// A repository as one read sees it: in a context, with the passwords of the request (behaviour.md, sections 6 and 14).









function viewOf(repository, { context, passwords }) {
    const request = requestedElements(context, repository.levels.length);
    const groups = (0,resolution/* indexGroups */.f2)(repository.levels, repository.contextGroups);
    return { repository, secrets: secretsOf(repository, passwords), weigh: (0,resolution/* weigher */.qM)(request, groups), ties: 0 };
}
/** Unknown elements are allowed: they match wildcards. */
function requestedElements(header, depth) {
    if (header === undefined)
        throw crashRead();
    if ((0,value_types/* javaTrim */.D9)(header) === '')
        throw refuseRead('NOT_QUALIFIED');
    const elements = splitLikeJava(header).map(value_types/* javaTrim */.D9);
    if (elements.length === 0 || elements.length > model_context/* MAX_LEVELS */.DD)
        throw refuseRead('INVALID_TYPE');
    if (elements.length > depth)
        throw refuseRead('SCOPE');
    if (elements.length < depth)
        throw refuseRead('NOT_QUALIFIED');
    return elements;
}
/** Ignores wrong passwords and unknown groups. */
function secretsOf(repository, { header, carried }) {
    const secrets = new Secrets(repository, carried);
    if (header === undefined || (0,value_types/* javaTrim */.D9)(header) === '')
        return secrets;
    const parsed = (0,lib_json/* parseLenientJson */.Ri)(header);
    const given = 'value' in parsed ? parsed.value : undefined;
    if (given !== null && !(0,lib_json/* isJsonObject */.OW)(given))
        throw refuseRead('INVALID_PASSWORD');
    for (const [group, node] of given ?? []) {
        const password = passwordOf(node);
        const isKnown = secrets.group(group) !== undefined;
        if (isKnown && secrets.isRight({ group, password }))
            secrets.supply(group, password ?? '');
    }
    return secrets;
}
/** Numbers and booleans count by their text; arrays and objects are refused. */
function passwordOf(node) {
    if (node === null)
        return undefined;
    if (node instanceof lib_json/* JsonNumber */.WP)
        return node.literal;
    if (typeof node === 'object')
        throw refuseRead('INVALID_PASSWORD');
    return String(node);
}
/** The active value of a key for this view. */
function valueFor(key, view) {
    return best(activeRows(key.rows.values()), view);
}
/** The active file of a path for this view. */
function fileFor(path, view) {
    return best(activeRows([view.repository.files.get(path) ?? []]), view);
}
function best(rows, view) {
    return (0,resolution/* heaviest */.iS)(rows, view.weigh, () => {
        view.ties++;
    });
}
function* activeRows(lists) {
    for (const rows of lists)
        for (const row of rows)
            if (row.active)
                yield row;
}
/** The text, still encrypted if the right password is missing. */
function visibleText(row, { key, view }) {
    if (row.reference)
        return row.text;
    const password = view.secrets.passwordFor(key.group);
    if (password === undefined)
        return row.text;
    return view.secrets.decrypted(row.text, { group: key.group, password }) ?? row.text;
}
/**
 * A file with placeholders replaced by values of the context (behaviour.md, section 11). Encrypted again if its
 * password is missing.
 */
function renderFile(file, view) {
    const group = view.secrets.group(file.group);
    if (group === undefined || group.cipher === null)
        return withValues(file.content, view, []);
    const { cipher, password } = group;
    const clear = view.secrets.decrypted(file.content, { group: group.name, password });
    if (clear === undefined)
        throw refuseRead('DECRYPTION');
    const text = withValues(clear, view, []);
    const isKnown = view.secrets.passwordFor(group.name) !== undefined;
    return isKnown ? text : (0,ciphers/* encrypt */.w)(text, { cipher, password });
}
/** @param paths of the files that embed this one */
function withValues(content, view, paths) {
    return (0,rendering/* rendered */.gj)(content, {
        standingFor: (name) => {
            const key = view.repository.keys.get(name.toLowerCase());
            if (key === undefined)
                throw crashRead();
            const row = valueFor(key, view);
            return row && { vdt: key.vdt, text: visibleText(row, { key, view }), isNoPath: !row.reference };
        },
        embedded: (path) => {
            if (paths.includes(path))
                throw refuseRead('CIRCULAR');
            const file = fileFor(path, view);
            return file && withValues(file.content, view, [...paths, path]);
        },
    });
}

;// CONCATENATED MODULE: ./lib/server/endpoint-reads.js
// The reading endpoints: access, moment, parameters and answer of each (behaviour.md, sections 2 and 13).








const SERVER_VERSION = '1.10.6';
/** Answers every request except a push. */
function readAnswer(service, context) {
    const { endpoint } = context.route;
    if (endpoint === 'info/all')
        return json(service.repositories.map(summaryOf), context.request);
    if (endpoint === 'info/system')
        return json({ version: SERVER_VERSION }, context.request);
    try {
        const read = ENDPOINT_READS[endpoint];
        return read === undefined ? crashed() : read(readRequest(service, context));
    }
    catch (problem) {
        if (problem instanceof ReadFailed)
            return failed(problem.failure, endpoint === 'info' ? 417 : 406);
        throw problem;
    }
}
function failed(failure, status) {
    if ('refused' in failure)
        return refuse(status, failure.refused);
    return failure.crash === undefined ? crashed() : { ...crashed(), etag: `"${failure.crash}"` };
}
/** Like the server, checks the moment before the token. */
function readRequest(service, { request, route }) {
    const { address, endpoint } = route;
    const access = accessOf(service.repositories, { request, address, purpose: 'read' });
    if (access === 'missing')
        throw crashRead();
    if ('denied' in access)
        throw refuseRead(access.denied);
    const moment = momentOf(access.repository, {
        tag: request.header('tag'),
        date: request.header('repository-date'),
        form: address === undefined ? 'token' : 'url',
    });
    const repository = moment === undefined ? access.repository : repositoryAt(access.repository, moment);
    const problem = endpoint === 'info' ? undefined : tokenProblem(access.token);
    if (problem !== undefined)
        throw refuseRead(problem);
    return { service, request, repository, token: access.token, moment };
}
const ENDPOINT_READS = {
    export: ({ repository, request, moment }) => {
        if (moment !== undefined)
            throw crashRead();
        const omitValues = isTrue(request.header('omit-values'));
        const omitFiles = isTrue(request.header('omit-files'));
        return json(exportOf(repository, { omitValues, omitFiles }), request);
    },
    info: ({ repository, request, moment, service }) => json(infoOf(repository, { request, now: service.now(), moment }), request),
    keyData: ({ repository, request }) => json(keyDataOf(repository.keys.get((request.header('keyname') ?? '').toLowerCase())), request),
    pull: (read) => {
        const { request, service } = read;
        const { content, remark } = cached(read, {
            kind: 'pull',
            make: (view) => ({ content: pullOf(view, read), remark: remarkOf(view) }),
        });
        return { ...jsonNode({ ...content, generatedOn: serverTime(service.now()) }, request), ...remark };
    },
    rawFile: (read) => {
        const path = read.request.header('file') ?? '';
        return cached(read, { kind: `rawFile ${path}`, make: (view) => rawFile(path, view) });
    },
};
/** With caching, all parameters except the context are those of the first request, but passwords must still be JSON. */
function cached(read, { kind, make }) {
    const { request, repository, service, token } = read;
    const context = request.header('context');
    const passwords = {
        header: request.header('security-profile-auth'),
        carried: token?.securityGroups ?? [],
    };
    const makeNow = () => make(viewOf(repository, { context, passwords }));
    if (!repository.flags.cachingEnabled || context === undefined)
        return makeNow();
    const id = `${kind}\n${context.toLowerCase()}`;
    if (service.cache.has(repository.name, id))
        secretsOf(repository, passwords);
    return service.cache.answer(repository.name, { id, make: makeNow });
}
function pullOf(view, { request, repository, moment }) {
    const comments = isTrue(request.header('include-comments'));
    const contexts = isTrue(request.header('include-value-context'));
    return {
        ...(isTrue(request.header('no-files')) ? {} : { files: filesOf(view) }),
        ...(isTrue(request.header('no-properties')) ? {} : { properties: propertiesOf(view, { comments, contexts }) }),
        account: repository.account,
        repo: repository.name,
        context: request.header('context') ?? '',
        ...(moment === undefined ? {} : { repoDate: serverTime(moment) }),
    };
}
function rawFile(path, view) {
    const file = fileFor(path, view);
    if (file === undefined)
        return { status: 204 };
    const body = renderFile(file, view);
    return { status: 200, contentType: contentTypeOf(path), body, ...remarkOf(view) };
}
function remarkOf({ ties }) {
    return ties === 0 ? {} : { remark: `rows of equal weight: ${ties}, the oldest answers` };
}
function filesOf(view) {
    const files = new Map();
    for (const path of view.repository.files.keys()) {
        const file = fileFor(path, view);
        if (file === undefined)
            continue;
        files.set(path, { content: renderFile(file, view), 'content-type': contentTypeOf(path) });
    }
    return files;
}
function propertiesOf(view, { comments, contexts }) {
    const properties = new Map();
    for (const key of view.repository.keys.values()) {
        const row = valueFor(key, view);
        if (row === undefined)
            continue;
        const comment = comments && (0,value_types/* javaTrim */.D9)(key.readme ?? '') !== '' ? key.readme : null;
        properties.set(key.name, {
            ...(key.vdt === 'Text' ? {} : { type: key.vdt }),
            ...(key.deprecated ? { deprecated: true } : {}),
            ...(comment === null ? {} : { comment }),
            ...encryptionOf(key, view),
            val: nativeValue(visibleText(row, { key, view }), key),
            ...(contexts ? { context: row.context.split(';') } : {}),
        });
    }
    return properties;
}
/** Only if the password is unknown. */
function encryptionOf(key, view) {
    const group = view.secrets.group(key.group);
    if (group === undefined || group.cipher === null)
        return {};
    const isKnown = view.secrets.passwordFor(group.name) !== undefined;
    return isKnown ? {} : { encryption: group.name, cipher: group.cipher };
}
const NATIVE = { Map: 'JsonObject', List: 'JsonArray' };
/** Maps and Lists are sent as JSON. A text of another type crashes the whole read. */
function nativeValue(text, { vdt }) {
    if (text === null || (vdt !== 'Map' && vdt !== 'List'))
        return text;
    if ((0,value_types/* javaTrim */.D9)(text) === '')
        return null;
    const parsed = (0,lib_json/* parseLenientJson */.Ri)(text);
    if ('value' in parsed && gsonClass(parsed.value) === NATIVE[vdt])
        return parsed.value;
    const leading = (0,lib_json/* parseLeadingJson */.IL)(text);
    const found = 'value' in leading ? gsonClass(leading.value) : NATIVE[vdt];
    if (found === NATIVE[vdt])
        throw crashRead();
    throw crashRead(`Expected a com.google.gson.${NATIVE[vdt]} but was com.google.gson.${found}`);
}
function gsonClass(node) {
    if (node === null)
        return 'JsonNull';
    if (Array.isArray(node))
        return 'JsonArray';
    return node instanceof lib_json/* JsonNumber */.WP || typeof node !== 'object' ? 'JsonPrimitive' : 'JsonObject';
}
/** By extension (behaviour.md, section 13), case-sensitive. */
const CONTENT_TYPES = new Map([
    ['json', 'application/json'],
    ['xml', 'application/xml'],
    ['html', 'text/html'],
    ['htm', 'text/html'],
    ['css', 'text/css'],
    ['csv', 'text/csv'],
    ['js', 'application/javascript'],
    ['sh', 'application/x-sh'],
    ['sql', 'application/x-sql'],
    ['svg', 'image/svg+xml'],
]);
function contentTypeOf(path) {
    const dot = path.lastIndexOf('.');
    return (dot === -1 ? undefined : CONTENT_TYPES.get(path.slice(dot + 1))) ?? 'text/plain';
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./lib/server/http-exchange.js




const COMPRESS_FROM_BYTES = 2048;
const compress = (0,external_node_util_.promisify)(external_node_zlib_.gzip);
function requestOf(incoming) {
    const header = (name) => {
        const value = incoming.headers[name];
        return (Array.isArray(value) ? value.join(', ') : value)?.trim();
    };
    return { method: incoming.method ?? '', target: incoming.url ?? '', header };
}
/** The body, or the answer if it is too large. The encoding is UTF-8 unless Latin-1 is declared. */
async function readBody(incoming, { maxBytes, share }) {
    const chunks = [];
    let bytes = 0;
    // Leaving the loop must not close the connection: the answer still has to be sent.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > maxBytes)
            return { status: 413, close: true };
        if (!share.take(chunk.length))
            return { status: 503, close: true };
        chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString(charsetOf(incoming.headers['content-type'] ?? ''));
}
function charsetOf(contentType) {
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? '';
    return /^(?:iso-8859-1|latin1)$/i.test(charset) ? 'latin1' : 'utf8';
}
async function send(answer, { incoming, outgoing }) {
    outgoing.statusCode = answer.status;
    outgoing.setHeader('Server', 'TomEE');
    if (answer.close)
        outgoing.setHeader('Connection', 'close');
    if (answer.etag !== undefined)
        outgoing.setHeader('ETag', answer.etag);
    if (answer.contentType !== undefined)
        outgoing.setHeader('Content-Type', answer.contentType);
    const body = Buffer.from(answer.body ?? '', 'utf8');
    if (body.length > COMPRESS_FROM_BYTES && takesGzip(incoming)) {
        // Without a length, so it is sent in chunks.
        outgoing.setHeader('Content-Encoding', 'gzip');
        outgoing.setHeader('Vary', 'Accept-Encoding');
        outgoing.end(await compress(body));
        return;
    }
    if (answer.status !== 304 && answer.status !== 204)
        outgoing.setHeader('Content-Length', body.length);
    outgoing.end(body);
}
function takesGzip(incoming) {
    return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(incoming.headers['accept-encoding']));
}
/** Unanswered requests by connection. */
const UNANSWERED = new WeakMap();
function trackUnanswered({ incoming, outgoing }) {
    const requests = UNANSWERED.get(incoming.socket) ?? new Set();
    UNANSWERED.set(incoming.socket, requests.add(incoming));
    outgoing.on('close', () => requests.delete(incoming));
}
/**
 * Answers malformed HTTP, heads that are too long, and requests that take too long. After a complete but unanswered
 * request, the client would take this for its answer, so the connection is closed instead.
 */
function refuseMalformed(problem, socket) {
    const unanswered = [...(UNANSWERED.get(socket) ?? [])];
    if (!socket.writable || unanswered.some(({ complete }) => complete)) {
        socket.destroy();
        return;
    }
    const isLate = (0,system/* codeOf */.$N)(problem) === 'ERR_HTTP_REQUEST_TIMEOUT';
    const status = isLate ? '408 Request Timeout' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nServer: TomEE\r\nConnection: close\r\n\r\n`);
}
/** @param header `Host` of the request */
function isOwnHost(header, { host, address = '' }) {
    const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(header?.trim().toLowerCase() ?? '') ?? [];
    const name = bracketed ?? plain;
    // Behind a forwarded port, clients use addresses that are not known here. A page under a name of its own sends that name.
    if (ALL.includes(host))
        return name === 'localhost' || (0,external_node_net_.isIP)(name) > 0;
    return ['localhost', host.toLowerCase(), address.replace(/^::ffff:/, '')].includes(name) && name !== '';
}
/** They stand for all addresses. */
const ALL = ['0.0.0.0', '::'];
const OTHER_HOST = {
    status: 403,
    contentType: 'text/plain',
    body: 'This server does not answer to the name in the header `Host`. Use `localhost` or its address, or start it with `--host <name>`.\n',
    remark: 'another host',
    close: true,
};

;// CONCATENATED MODULE: ./lib/server/request-limits.js
const BOUNDS = {
    maxConnections: 1000,
    maxHeaderSize: 8192,
    maxHeaders: 100,
    maxBodyBytes: 256 * 1024 * 1024,
    maxHeldBytes: 512 * 1024 * 1024,
    headersTimeout: 20_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 5000,
    silence: 300_000,
    connectionsCheckingInterval: 5000,
};
/** Sets the limits that are no options of `createServer`. */
function applyLimits(server, bounds) {
    server.maxConnections = bounds.maxConnections;
    // One more, to detect the excess: Node silently drops the rest.
    server.maxHeadersCount = bounds.maxHeaders + 1;
    server.timeout = bounds.silence;
}
/** Limits the memory for the bodies of concurrent pushes. */
class BodyMemory {
    #most;
    #bytes = 0;
    constructor(most) {
        this.#most = most;
    }
    share() {
        let mine = 0;
        return {
            take: (bytes) => {
                mine += bytes;
                this.#bytes += bytes;
                return this.#bytes <= this.#most;
            },
            release: () => {
                this.#bytes -= mine;
                mine = 0;
            },
        };
    }
}

;// CONCATENATED MODULE: ./lib/server/http-server.js
// [edge] The embedded server on a port: HTTP around the service, one push at a time.











function listener(service, options) {
    const log = options.log ?? (() => { });
    const answerTo = answerer(service, options);
    return (incoming, outgoing) => {
        const { method = '', url: path = '', headers } = incoming;
        options.onRequest?.({ method, path, headers });
        trackUnanswered({ incoming, outgoing });
        // Clients tell by it when an apply of others has ended.
        outgoing.setHeader('Date', service.now().toUTCString());
        answerTo(incoming)
            .catch((problem) => {
            log(`${method} ${path} failed: ${kindOf(problem)}`);
            return crashed();
        })
            .then((answer) => {
            log(`${method} ${path} ${answer.status}${reasonOf(answer)}`);
            return send(answer, { incoming, outgoing });
        })
            .catch(() => outgoing.destroy());
    };
}
/** Without the message, which may quote the request. */
function kindOf(problem) {
    if (!(problem instanceof Error))
        return typeof problem;
    const code = (0,system/* codeOf */.$N)(problem);
    return code === undefined ? problem.name : `${problem.name} (${code})`;
}
/** The message without the entry, which may hold secrets. */
function reasonOf({ status, etag, remark }) {
    if (remark !== undefined)
        return ` (${remark})`;
    if (etag === undefined || status === 200)
        return '';
    return ` ${etag.split('; {', 1)[0]?.replaceAll('"', '')}`;
}
function answerer(service, options) {
    const held = new BodyMemory(options.maxHeldBytes);
    let lastPush = Promise.resolve();
    /** Answers only after the push is on disk. If it cannot be saved, it has no effect, and the answer is 500. */
    async function pushNow(sent) {
        const { answer, repositories, clears } = pushAnswer(service, sent);
        if (repositories !== undefined) {
            if (options.dataFile !== undefined)
                saveState(options.dataFile, repositories);
            service.repositories = repositories;
        }
        if (clears !== undefined)
            service.cache.clear(clears);
        return answer;
    }
    return async (incoming) => {
        if (incoming.rawHeaders.length > 2 * options.maxHeaders)
            return { status: 400, close: true };
        const { host } = options;
        if (!isOwnHost(incoming.headers.host, { host, address: incoming.socket.localAddress }))
            return OTHER_HOST;
        const request = requestOf(incoming);
        const dispatched = dispatch(request, options.without);
        if ('answer' in dispatched)
            return dispatched.answer;
        const { route } = dispatched;
        if (route.endpoint !== 'push')
            return readAnswer(service, { request, route });
        const share = held.share();
        try {
            const body = await readBody(incoming, { maxBytes: options.maxBodyBytes, share });
            if (typeof body !== 'string')
                return body;
            const answer = lastPush.then(() => pushNow({ request, route, body }));
            lastPush = answer.catch(() => { });
            return await answer;
        }
        finally {
            share.release();
        }
    };
}
/** How long a closing server waits for pending requests. */
const CLOSE_GRACE_MS = 2000;
async function startServer(options) {
    const { dataFile, host = '127.0.0.1' } = options;
    const release = dataFile === undefined ? () => undefined : lockDataFile(dataFile);
    try {
        const service = openService(options);
        const bounds = { ...BOUNDS, ...options.bounds };
        const server = external_node_http_.createServer(bounds, listener(service, { ...options, ...bounds, host }));
        applyLimits(server, bounds);
        server.on('clientError', refuseMalformed);
        await (0,external_node_events_.once)(server.listen(options.port ?? 0, host), 'listening');
        return running(server, { service, host, release });
    }
    catch (error) {
        release();
        throw error;
    }
}
function openService(options) {
    const now = options.now ?? (() => new Date());
    const random = options.random ?? (() => (0,external_node_crypto_.randomBytes)(24).toString('hex'));
    const { dataFile } = options;
    const stored = dataFile === undefined ? [] : loadState(dataFile);
    const opened = openRepositories(options.repositories, { stored, now, random });
    if ('problem' in opened) {
        throw dataFile === undefined ? new Error(`${opened.problem}.`) : new DataFileError(dataFile, opened.problem);
    }
    // Generated tokens must survive a restart.
    if (dataFile !== undefined)
        saveState(dataFile, opened.repositories);
    return { repositories: opened.repositories, now, cache: new ReadCache() };
}
/** Clients cannot use an address that stands for all: this machine is reached at its loopback address. */
const LOOPBACK_OF = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
]);
function running(server, { service, host, release }) {
    const { port } = server.address();
    const reached = LOOPBACK_OF.get(host) ?? host;
    const shown = reached.includes(':') ? `[${reached}]` : reached;
    return {
        url: `http://${shown}:${port}`,
        port,
        repositories: service.repositories.map(({ account, name, tokens }) => ({
            account,
            repository: name,
            tokens: Object.fromEntries(tokens.map((token) => [token.name, token.value])),
        })),
        history: (account, name) => findRepository(service.repositories, { account, name })?.history ?? [],
        tag: (account, name, tag) => {
            const added = { name: tag.name, readme: tag.readme ?? null, time: service.now().toISOString() };
            const tagged = findRepository(service.repositories, { account, name });
            service.repositories = service.repositories.map((one) => one === tagged ? { ...one, tags: [...one.tags, added] } : one);
        },
        close: () => http_server_close(server).finally(release),
    };
}
/** Closes idle connections at once, and busy ones after {@link CLOSE_GRACE_MS} at the latest. */
function http_server_close(server) {
    return new Promise((resolve) => {
        const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
        const idle = setInterval(() => server.closeIdleConnections(), 20);
        server.close(() => {
            clearTimeout(grace);
            clearInterval(idle);
            resolve();
        });
        server.closeIdleConnections();
    });
}

// EXTERNAL MODULE: ./lib/documents/fields.js
var documents_fields = __webpack_require__(1189);
;// CONCATENATED MODULE: ./lib/commands/serve-config.js
// Reads and checks the file of `serve --config` (YAML or JSON).
//
// The shape is the `setup` of a recording: one repository at top level, or a list of them under `repositories:`.
//
//   account: acme
//   repository: shop
//   levels: [Environment, Application]        # broadest first
//   flags: { tokenFreePush: false, contextGroupsEnabled: true }
//   tokens:
//     ci: { forceKeyPush: true, securityGroups: [Payment] }
//     old: { expired: true, value: fixed-for-tests }
//   securityGroups:
//     - { name: Payment, password: passw0rd, cipher: AES/CBC/PKCS5Padding }
//   contextGroups:
//     - { level: Environment, name: AllProd, members: [Prod, Prod2] }







/** Reports all errors at once; with any error the repositories must not be used. */
function readServeConfig(source) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const fields = new documents_fields/* Fields */.C8(source, report);
    const repositories = repositoryNodes(fields, (0,parse_yaml/* parseTrees */.$)(source, report)).flatMap((node) => {
        const settings = readRepository(fields, node);
        return settings === undefined ? [] : [{ settings, node }];
    });
    reportDuplicates(fields, repositories);
    if (repositories.length === 0 && diagnostics.length === 0) {
        fields.error({ code: 'missing-field', at: 0, message: 'The file defines no repository.' });
    }
    return { repositories: repositories.map(({ settings }) => settings), diagnostics };
}
function repositoryNodes(fields, [tree, second]) {
    if (second !== undefined) {
        fields.error({ code: 'wrong-type', at: second, message: 'The file must contain a single document.' });
    }
    const top = tree === undefined ? undefined : fields.mapping(tree, 'The file');
    if (top === undefined)
        return [];
    if (!top.entries.some(({ key }) => key.text === 'repositories'))
        return [top];
    const list = fields.known(top, ['repositories'], 'A file with `repositories`').repositories?.value;
    if (list?.kind === 'sequence') {
        return list.items.flatMap((item) => fields.mapping(item, 'A repository') ?? []);
    }
    if (list !== undefined) {
        fields.error({ code: 'wrong-type', at: list, message: '`repositories` must be a list of repositories.' });
    }
    return [];
}
/** Names of repositories and values of tokens must be unique, because they select the repository. */
function reportDuplicates(fields, repositories) {
    const names = new Map();
    const values = new Map();
    for (const { settings, node } of repositories) {
        const name = `${settings.account}/${settings.repository}`;
        claim(fields, names, { id: name, node, message: `${name} is defined twice.` });
        for (const [token, { value }] of Object.entries(settings.tokens ?? {})) {
            const message = `The value of the token ${token} is already used by another token.`;
            if (value !== undefined)
                claim(fields, values, { id: value, node, message });
        }
    }
}
function claim(fields, taken, { id, node, message }) {
    const first = taken.get(id);
    if (first === undefined)
        taken.set(id, node);
    else
        fields.error({ code: 'bad-option', at: node, message, related: fields.place(first) });
}
/** `undefined` if a needed member is missing or wrong. */
function readMapping(fields, node, shape) {
    const { what, needed, members } = shape;
    const mapping = fields.mapping(node, what);
    if (mapping === undefined)
        return undefined;
    const names = Object.keys(members);
    const found = fields.known(mapping, names, what);
    for (const name of needed)
        if (found[name] === undefined)
            fields.error({ code: 'missing-field', at: node, message: `${what} needs \`${name}\`.` });
    const read = {};
    for (const name of names) {
        const entry = found[name];
        const value = entry && members[name](fields, entry);
        if (value !== undefined)
            read[name] = value;
    }
    return needed.every((name) => name in read) ? read : undefined;
}
const readText = (fields, entry) => fields.text(entry);
const readTexts = (fields, entry) => (isEmptyList(entry.value) ? [] : fields.texts(entry));
const readBoolean = (fields, entry) => fields.boolean(entry);
function isEmptyList(node) {
    return node.kind === 'sequence' && node.items.length === 0;
}
/** The valid ones of a list of mappings. */
function listOf(shape) {
    return (fields, { key, value }) => {
        if (value.kind === 'sequence')
            return value.items.flatMap((item) => readMapping(fields, item, shape) ?? []);
        const message = `\`${key.text}\` must be a list, not ${(0,documents_fields/* describe */.q0)(value)}.`;
        return fields.error({ code: 'wrong-type', at: value, message });
    };
}
function readRepository(fields, node) {
    return readMapping(fields, node, {
        what: 'A repository',
        needed: ['account', 'repository', 'levels'],
        members: {
            account: readName,
            repository: readName,
            levels: readLevels,
            flags: (_, entry) => readMapping(fields, entry.value, FLAG_MEMBERS),
            securityGroups: (_, entry) => readGroups(fields, entry)?.map((group) => ({ ...group, cipher: group.cipher ?? null })),
            tokens: readTokens(serve_config_namesIn(node, 'securityGroups', 'name')),
            contextGroups: listOf(contextGroup(serve_config_namesIn(node, 'levels'))),
            plantDuplicates: readBoolean,
        },
    });
}
/** Also of items with other errors, so that each error is reported only once. */
function serve_config_namesIn(node, list, member) {
    const items = memberOf(node, list);
    if (items?.kind !== 'sequence')
        return [];
    const names = items.items.map((item) => (member === undefined ? item : memberOf(item, member)));
    return names.flatMap((name) => (name?.kind === 'scalar' ? [name.text] : []));
}
function memberOf(node, name) {
    return node.kind === 'mapping' ? node.entries.find(({ key }) => key.text === name)?.value : undefined;
}
const readName = (fields, entry) => {
    const name = fields.text(entry);
    if (name === undefined || isRepositoryName(name))
        return name;
    const message = `\`${entry.key.text}\` may contain only letters, digits, ".", "-" and "_".`;
    const hint = 'Write `account: acme` and `repository: shop` as separate fields.';
    return fields.error({ code: 'bad-repository', at: entry.value, message, ...(name.includes('/') && { hint }) });
};
const readLevels = (fields, entry) => {
    const levels = readTexts(fields, entry);
    const message = levels && levelsProblem(levels);
    return message === undefined ? levels : fields.error({ code: 'bad-option', at: entry.value, message });
};
const FLAG_MEMBERS = {
    what: '`flags`',
    needed: [],
    members: Object.fromEntries(FLAGS.map((flag) => [flag, readBoolean])),
};
function readTokens(groups) {
    const shape = {
        what: 'A token',
        needed: [],
        members: {
            forceKeyPush: readBoolean,
            active: readBoolean,
            expired: readBoolean,
            securityGroups: oneByOne((name) => {
                if (groups.includes(name))
                    return undefined;
                const hint = groups.length === 0 ? 'This repository has no security groups.' : (0,lib_text/* meant */.wx)(name, groups);
                return { code: 'bad-option', message: `Unknown security group \`${name}\`.`, hint };
            }),
            value: checked((value) => {
                if (isHeaderSafe(value))
                    return undefined;
                return { code: 'bad-text', message: 'The value of a token must be printable ASCII without spaces.' };
            }),
        },
    };
    return (fields, { value }) => {
        const tokens = Object.create(null);
        for (const { key, value: token } of fields.mapping(value, '`tokens`')?.entries ?? [])
            tokens[key.text] = readMapping(fields, token, shape) ?? {};
        return tokens;
    };
}
function checked(check) {
    return (fields, entry) => {
        const text = fields.text(entry);
        const problem = text === undefined ? undefined : check(text);
        return problem === undefined ? text : fields.error({ ...problem, at: entry.value });
    };
}
function oneByOne(check) {
    return (fields, entry) => {
        const texts = readTexts(fields, entry);
        for (const problem of texts?.flatMap((text) => check(text) ?? []) ?? [])
            fields.error({ ...problem, at: entry.value });
        return texts;
    };
}
/** As the real server requires. */
const PASSWORD = /^\S{8,16}$/;
const SECURITY_GROUP = {
    what: 'A security group',
    needed: ['name', 'password'],
    members: {
        name: readText,
        password: checked((text) => {
            if (PASSWORD.test(text))
                return undefined;
            const message = 'The password of a security group must have 8 to 16 characters and no spaces.';
            return { code: 'bad-text', message };
        }),
        cipher: (fields, entry) => {
            const isClear = (0,syntax_tree/* isNull */.kZ)(entry.value) || (0,syntax_tree/* isNothing */.qv)(entry.value);
            return isClear ? null : fields.oneOf(entry, ciphers/* CIPHERS */.d1);
        },
    },
};
const readGroups = listOf(SECURITY_GROUP);
function contextGroup(levels) {
    const element = (name) => {
        if (model_context/* ELEMENT_NAME */.Hi.test(name))
            return undefined;
        return { code: 'context-name', message: `\`${name}\` is not a valid context element name.` };
    };
    return {
        what: 'A context group',
        needed: ['level', 'name', 'members'],
        members: {
            level: checked((level) => {
                if (levels.length === 0 || levels.includes(level))
                    return undefined;
                return { code: 'bad-option', message: `Unknown context level \`${level}\`.`, hint: (0,lib_text/* meant */.wx)(level, levels) };
            }),
            name: checked(element),
            members: oneByOne(element),
        },
    };
}

;// CONCATENATED MODULE: ./lib/commands/serve.js
// serve: starts the embedded server from flags or a configuration file.












/** Errors in the file of `--config`: nothing was started. */
class ServeConfigError extends errors/* CommandError */.Qd {
    diagnostics;
    constructor(diagnostics) {
        const errors = (0,lib_text/* counted */.hS)(diagnostics.length, 'error');
        super({ code: 'invalid', message: `${errors} in the server configuration; nothing was started.` });
        this.diagnostics = diagnostics;
    }
}
/** Throws {@link CommandError} for invalid options, or if the address or the data file is in use. */
async function serve(options, { cwd, log }) {
    if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65_535)
        throw badOption('Invalid --port: expected a number from 0 to 65535.');
    if (options.data?.trim() === '')
        throw badOption('Invalid --data: expected the path of a file.');
    const repositories = repositoriesOf(options, cwd);
    const without = withoutOf(options);
    try {
        return await startServer({
            repositories,
            port: Number(options.port),
            host: options.host,
            without,
            dataFile: options.data,
            log,
        });
    }
    catch (error) {
        throw startError(error, options);
    }
}
function withoutOf({ interface: offered, without = '' }) {
    const named = without.split(',').flatMap((text) => text.trim() || []);
    const unknown = named.find((name) => OPTIONAL_ENDPOINTS.every((one) => one !== name));
    if (unknown !== undefined)
        throw badOption(`Unknown read in --without: ${unknown}. Known reads: ${OPTIONAL_ENDPOINTS.join(', ')}.`);
    const undocumented = offered === 'documented' ? UNDOCUMENTED_ENDPOINTS : [];
    return OPTIONAL_ENDPOINTS.filter((one) => named.includes(one) || undocumented.includes(one));
}
function repositoriesOf({ config, repository, levels }, cwd) {
    if (config !== undefined) {
        if (repository !== undefined || levels !== undefined)
            throw badOption('--config cannot be combined with --repository or --levels.');
        return configured(config, cwd);
    }
    if (repository === undefined || levels === undefined)
        throw badOption('Pass --repository and --levels, or a configuration file with --config.');
    const named = (0,project/* parseRepository */.SU)(repository);
    if (named === undefined)
        throw badOption('Invalid --repository: expected account/name, such as acme/shop.');
    const labels = levels.split(',').map((level) => level.trim());
    const problem = levelsProblem(labels);
    if (problem !== undefined)
        throw badOption(`Invalid --levels: ${problem}`);
    return [{ account: named.account, repository: named.name, levels: labels }];
}
function configured(config, cwd) {
    const { files, name } = (0,work_tree_files/* folderOf */.yS)(config, cwd);
    const read = files.read(name);
    if ('problem' in read)
        throw badOption(`--config: ${read.problem.message}`);
    const decoded = (0,project_files/* decodeUtf8 */._6)(read.bytes);
    if ('line' in decoded)
        throw badOption(`--config: line ${decoded.line} of ${config} is not UTF-8.`);
    const shown = files.display(name);
    const { repositories, diagnostics } = readServeConfig(new diagnostic/* Source */.kL(shown, decoded.text));
    if (diagnostics.some(({ severity }) => severity === 'error'))
        throw new ServeConfigError(diagnostics.sort(diagnostic/* compareDiagnostics */.oV));
    return repositories;
}
function startError(error, { host, port, data }) {
    const code = (0,system/* codeOf */.$N)(error);
    if (code === 'EADDRINUSE')
        return badOption(`${host}:${port} is already in use. Pass another --port, or 0 for any free port.`);
    if (code === 'EACCES')
        return badOption(`No permission to listen on ${host}:${port}. Pass a --port above 1023.`);
    if (error instanceof DataFileError)
        return dataFileError(error, data);
    return badOption(error instanceof Error ? error.message : String(error));
}
function dataFileError(error, file) {
    const system = error.hint === undefined ? (0,errors/* systemProblem */.N$)(error.cause) : undefined;
    const message = system === undefined ? error.message : `Cannot use the data file ${file}: ${system.what}.`;
    return new errors/* CommandError */.Qd({ code: 'data-file', message, hint: error.hint ?? system?.hint ?? DATA_FILE });
}
const DATA_FILE = 'The file was left unchanged. Restore a copy of it, or pass another file with --data.';
function badOption(message) {
    return new errors/* CommandError */.Qd({ code: 'bad-option', message });
}

// EXTERNAL MODULE: ./lib/apply/targets.js
var apply_targets = __webpack_require__(4758);
// EXTERNAL MODULE: ./lib/commands/write-files.js
var write_files = __webpack_require__(1664);
// EXTERNAL MODULE: ./lib/options.js
var lib_options = __webpack_require__(1097);
// EXTERNAL MODULE: ./node_modules/picocolors/picocolors.js
var picocolors = __webpack_require__(7336);
// EXTERNAL MODULE: ./lib/render/file-diff.js
var file_diff = __webpack_require__(458);
// EXTERNAL MODULE: ./lib/render/json.js
var render_json = __webpack_require__(7544);
// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
// EXTERNAL MODULE: ./lib/render/sentences.js
var sentences = __webpack_require__(8654);
;// CONCATENATED MODULE: ./lib/render/import-text.js
// An import as text and as JSON: files with their edits, items left out, and variables to set.






/** Lines shown of each list; JSON has all of them. */
const MAX_LINES = 200;
function textImport(made, { display, color }) {
    const colors = picocolors.createColors(color);
    const { url, account, name } = made.target;
    const lines = [
        `${colors.bold(`${(0,printable/* printable */.g$)(account)}/${(0,printable/* printable */.g$)(name)}`)} at ${(0,printable/* printable */.g$)(url)}`,
        '',
        ...list(made.writes, (write) => writeLines(write, { display, colors })),
        ...leftOutLines(made, { display, colors }),
        ...variableLines(made, colors),
        ...made.notes.flatMap((note) => [colors.yellow((0,printable/* printable */.g$)(note)), '']),
        colors.bold(closingLine(made)),
    ];
    return `${lines.join('\n')}\n`;
}
function list(items, linesOf) {
    if (items.length === 0)
        return [];
    const more = items.length - MAX_LINES;
    return [...items.slice(0, MAX_LINES).flatMap(linesOf), ...(more > 0 ? [`  … and ${(0,lib_text/* withCommas */.rX)(more)} more`] : []), ''];
}
function writeLines({ path, before, after, shown }, { display, colors }) {
    const name = (0,printable/* printable */.g$)(display(path));
    if (after === undefined)
        return [colors.red(`  - ${name}  deleted: nothing declares it any more`)];
    if (before === undefined) {
        const lines = shown && after.split('\n').length <= file_diff/* MAX_EDITS */.dd ? (0,file_diff/* textDiff */.PD)((0,file_diff/* diffLines */.Pp)(shown.before, shown.after), colors) : [];
        return [`${colors.green(`  + ${name}`)}  ${colors.dim((0,file_diff/* lineCount */.IC)(after))}`, ...lines];
    }
    return [colors.yellow(`  ~ ${name}`), ...(shown ? (0,file_diff/* textDiff */.PD)((0,file_diff/* diffLines */.Pp)(shown.before, shown.after), colors) : [])];
}
function leftOutLines({ leftOut }, { display, colors }) {
    if (leftOut.length === 0)
        return [];
    const lines = list(leftOut, ({ item, reason, at, live }) => {
        const place = at === undefined ? '' : `${(0,printable/* printable */.g$)(display(at))}  `;
        const there = live === undefined ? '' : `. On the server: ${live}`;
        return [`  ${place}${(0,printable/* printable */.g$)(item)}: ${colors.dim((0,printable/* printable */.g$)(`${reason}${there}`))}`];
    });
    return [colors.yellow('Not imported:'), ...lines];
}
function variableLines({ variables }, colors) {
    if (variables.length === 0)
        return [];
    const lines = list(variables, ({ name, item }) => [`  export ${name}=  ${colors.dim(`# ${(0,printable/* printable */.g$)(item)}`)}`]);
    return [
        colors.yellow('Secrets are not written to files. Set these variables to the values on the server:'),
        ...lines,
    ];
}
function closingLine({ writes, counts }) {
    if (writes.length === 0)
        return 'Nothing to import.';
    const created = writes.filter(({ before }) => before === undefined).length;
    const removed = writes.filter(({ after }) => after === undefined).length;
    const edited = writes.length - created - removed;
    const files = [
        ...(created > 0 ? [`${(0,lib_text/* counted */.hS)(created, 'file')} to create`] : []),
        ...(edited > 0 ? [`${(0,lib_text/* counted */.hS)(edited, 'file')} to edit`] : []),
        ...(removed > 0 ? [`${(0,lib_text/* counted */.hS)(removed, 'file')} to delete`] : []),
    ];
    return `Import: ${(0,sentences/* toDoText */.UU)(counts)}; ${files.join(', ')}.`;
}
/** Without file contents: only the action on each file. */
function jsonImport(made, { display, isWritten }) {
    const { target, counts, writes, leftOut, variables, notes } = made;
    return (0,render_json/* versioned */.iF)({
        target,
        counts,
        files: writes.map(({ path, before, after }) => ({
            path: display(path),
            action: before === undefined ? 'create' : after === undefined ? 'remove' : 'edit',
        })),
        leftOut: leftOut.map((one) => ({ ...one, ...(one.at !== undefined && { at: display(one.at) }) })),
        variables,
        notes,
        written: isWritten,
    });
}

// EXTERNAL MODULE: ./lib/render/tables.js
var tables = __webpack_require__(4067);
// EXTERNAL MODULE: ./lib/cli/commands/terminal.js + 2 modules
var commands_terminal = __webpack_require__(248);
;// CONCATENATED MODULE: ./lib/cli/commands/setup.js
// The CLI commands info, import and serve: from flags to output.












async function showInfo(terminal, flags) {
    const options = (0,apply_targets/* oneTarget */["in"])((0,lib_options/* resolveOptions */.$i)(flags, terminal.env), (0,commands_terminal/* runtime */.fA)(terminal));
    const found = await (0,info/* serverInfo */.CR)(options, (0,commands_terminal/* runtime */.fA)(terminal));
    terminal.out(flags.json ? (0,render_json/* versioned */.iF)((0,tables/* infoMembers */.mU)(found)) : (0,tables/* infoText */.aV)(found, terminal.width));
    return errors/* EXIT */.dc.done;
}
async function importRepository(terminal, flags) {
    const options = {
        ...(0,apply_targets/* oneTarget */["in"])((0,lib_options/* resolveOptions */.$i)(flags, terminal.env), (0,commands_terminal/* runtime */.fA)(terminal)),
        intoFile: flags.intoFile,
        envExample: flags.envExample,
        onlyDrift: flags.only === 'drift',
    };
    const planned = await planningImport(options, (0,commands_terminal/* runtime */.fA)(terminal));
    const { import: result, project } = planned;
    const { writes } = result;
    const show = { display: project.display, color: terminal.color };
    if (!flags.json)
        terminal.out(textImport(result, show));
    if (!flags.dryRun)
        await refuseUncommitted(planned);
    const isWritten = writes.length > 0 && (await mayWrite(terminal, flags, writes.length));
    // With nothing to write, this removes the temporary files of an import that was killed.
    if (isWritten || (writes.length === 0 && !flags.dryRun))
        (0,write_files/* writeFiles */.hV)(project.root, writes);
    if (flags.json)
        terminal.out(jsonImport(result, { ...show, isWritten }));
    else if (isWritten) {
        terminal.out(`Wrote ${(0,lib_text/* counted */.hS)(writes.length, 'file')}.\n`);
        terminal.advise('Next: confighub-sync plan.\n');
    }
    return errors/* EXIT */.dc.done;
}
async function mayWrite(terminal, flags, count) {
    if (flags.dryRun)
        return false;
    if (flags.yes)
        return true;
    if (terminal.isInteractive && !flags.json) {
        const isWanted = await terminal.confirm(`Write ${(0,lib_text/* counted */.hS)(count, 'file')}?`);
        if (!isWanted)
            terminal.out('Nothing was written.\n');
        return isWanted;
    }
    throw new errors/* CommandError */.Qd({
        code: 'not-confirmed',
        message: `Nothing was written: writing ${(0,lib_text/* counted */.hS)(count, 'file')} needs confirmation.`,
        hint: 'Pass --yes to write without asking, or --dry-run to preview.',
    });
}
async function serveRepository(terminal, flags) {
    const log = (line) => flags.json || terminal.error(`${line}\n`);
    const server = await serve(flags, { cwd: terminal.host.cwd(), log });
    const { url, repositories } = server;
    // Listen before the URL is printed: its reader may stop the server at once.
    const stopped = new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'])
            terminal.host.once(signal, () => resolve());
    });
    if (flags.json)
        terminal.out(`${JSON.stringify({ url, repositories })}\n`);
    else
        terminal.out(servedText(url, repositories));
    await stopped;
    await server.close();
    return errors/* EXIT */.dc.done;
}
/** One `export` line for each token, with a comment if there are several. */
function servedText(url, repositories) {
    const tokens = repositories.flatMap(({ account, repository, tokens }) => Object.entries(tokens).map(([name, value]) => ({ value, label: `${name} of ${account}/${repository}` })));
    const lines = tokens.map(({ value, label }) => {
        return `  export CONFIGHUB_TOKEN=${value}${tokens.length === 1 ? '' : ` # ${label}`}\n`;
    });
    const names = repositories.map(({ account, repository }) => `${account}/${repository}`).join(', ');
    return `Serving ${names} at ${url}; press Ctrl-C to stop.\n\n  export CONFIGHUB_URL=${url}\n${lines.join('')}\n`;
}


/***/ }),

/***/ 5260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CR: () => (/* binding */ serverInfo),
/* harmony export */   d1: () => (/* binding */ serverElements),
/* harmony export */   pq: () => (/* binding */ info)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(452);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(402);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1097);
/* harmony import */ var _remote_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4790);
/* harmony import */ var _remote_client_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9389);
/* harmony import */ var _remote_read_live_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7139);
/* harmony import */ var _remote_wire_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4009);
/* harmony import */ var _apply_connect_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8630);
/* harmony import */ var _apply_project_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2405);
// info: lists the repositories of a server, and the reads it offers for the one of the project.










async function serverInfo(options, runtime) {
    const { repository } = { ...(0,_apply_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFile */ .SI)(options, runtime), ...options };
    if (repository === undefined)
        return { repositories: await info(options, runtime) };
    const list = await (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info/all', info(options, runtime));
    const reads = await offeredReads(options, runtime);
    return { ...('answer' in list && { repositories: list.answer }), ...reads };
}
/** Sorted by account and name. */
async function info(options, runtime) {
    const project = (0,_apply_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFile */ .SI)(options, runtime);
    const { clientVersion } = project;
    const url = (0,_options_js__WEBPACK_IMPORTED_MODULE_2__/* .urlOf */ .rs)(options, project);
    if (url === undefined) {
        const hint = 'Pass --url, set CONFIGHUB_URL, or set `url:` in confighub.yaml.';
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({ code: 'no-target', message: 'No url is configured.', hint });
    }
    // The list of repositories is public, so the token is not sent.
    const { timeout, transport } = options;
    const connection = await (0,_apply_connect_js__WEBPACK_IMPORTED_MODULE_6__/* .connect */ .Ng)(url, { timeout, transport, clientVersion }, runtime);
    try {
        runtime.onStep(`Reading ${url}`);
        const repositories = await (0,_remote_client_js__WEBPACK_IMPORTED_MODULE_4__/* .createReader */ .WF)(connection).repositories();
        return repositories.sort((a, b) => (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.account, b.account) || (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.name, b.name));
    }
    finally {
        connection.http.close();
    }
}
/** For each level, the elements of the repository by lower-cased name; `undefined`: the server does not tell. */
function serverElements(options, runtime) {
    return (0,_apply_connect_js__WEBPACK_IMPORTED_MODULE_6__/* .withTarget */ .yY)((0,_apply_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFile */ .SI)(options, runtime), {
        options,
        runtime,
        use: async ({ reader, target }) => {
            const detail = await (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info', reader.detail(target.repository));
            return 'answer' in detail ? detail.answer.elements : undefined;
        },
    });
}
/** Tries each read once, with the smallest possible request. */
function offeredReads(options, runtime) {
    const project = (0,_apply_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFile */ .SI)(options, runtime);
    const asked = { levels: project.levels, hasToken: options.token !== undefined };
    return (0,_apply_connect_js__WEBPACK_IMPORTED_MODULE_6__/* .withTarget */ .yY)(project, {
        options,
        runtime,
        use: async ({ reader, target }) => ({ target, missing: await missingReads(reader, { ...asked, target }) }),
    });
}
/** Key ids have at most 120 characters, so no server has this one. */
const NO_KEY = 'x'.repeat(121);
async function missingReads(reader, { target: { repository }, levels, hasToken }) {
    const [list, detail, exported, keyData] = await Promise.all([
        (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info/all', reader.repositories()),
        (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info', reader.detail(repository)),
        (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('export', reader.exportKeys(repository)),
        (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('keyData', reader.keyData(repository, NO_KEY)),
    ]);
    const listed = 'answer' in list ? (0,_remote_wire_js__WEBPACK_IMPORTED_MODULE_8__/* .infoOf */ ._U)(list.answer, repository)?.levels : undefined;
    const known = listed ?? ('answer' in detail ? detail.answer.levels : levels);
    const pull = hasToken ? await pullOffered(reader, { repository, levels: known }) : NO_TOKEN;
    const all = [list, detail, exported, pull, keyData];
    return all.flatMap((one) => ('missing' in one ? one.missing : []));
}
const NO_TOKEN = { missing: { read: 'pull', reason: 'no token is given' } };
function pullOffered(reader, { repository, levels }) {
    if (levels === undefined)
        return Promise.resolve({ missing: { read: 'pull', reason: 'the context levels are unknown' } });
    const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_9__/* .fullContext */ .NH)(_model_context_js__WEBPACK_IMPORTED_MODULE_9__/* .EVERYWHERE */ .Zh, levels.length);
    const asked = (0,_remote_read_live_js__WEBPACK_IMPORTED_MODULE_5__/* .askedContexts */ .rW)({ now: 0 })(context);
    return (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('pull', reader.pull(repository, { context: asked, content: 'values' })).then((offered) => 'answer' in offered && offered.answer === undefined ? FROM_CACHE : offered);
}
const FROM_CACHE = {
    missing: { read: 'pull', reason: 'its answers come from a shared cache' },
};


/***/ }),

/***/ 1230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ init),
/* harmony export */   g: () => (/* binding */ projectFile)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(452);
/* harmony import */ var _model_targets_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3155);
// init: a short project file and a first document, or the sources that a folder already has.



const FIRST_DOCUMENT = `# Values of keys, for every context or for some of them: docs/format.md of confighub-sync.
keys:
  shop.title: Corner Shop
  db.host:
    readme: Host of the orders database.
    values:
      "*": db.dev.internal
  db.pool.size: { vdt: Integer, value: 10 }
`;
/** The project file, and a first document unless there are sources. Throws {@link CommandError} for another folder. */
function init(config, project) {
    if (config.includes('/') || config.includes('\\')) {
        const message = 'init writes only to the working directory.';
        const hint = 'Change to that folder and run init there.';
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({ code: 'bad-option', message, hint });
    }
    const file = { path: config, content: projectFile(project) };
    return project.sources === undefined ? [file, { path: 'config/first.yaml', content: FIRST_DOCUMENT }] : [file];
}
/** With an example of what is not known and cannot be left out. */
function projectFile(project) {
    const { url, repository, levels, sources, elements = new Map(), hasDocuments = true } = project;
    const document = new yaml__WEBPACK_IMPORTED_MODULE_0__/* .Document */ .yo({
        url: url ?? 'https://config.example.com',
        repository: repository === undefined ? 'acme/shop' : (0,_model_targets_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryText */ .g_)(repository),
    });
    if (levels !== undefined)
        document.set('levels', document.createNode([...levels], { flow: true }));
    if (!hasDocuments)
        document.set('include', document.createNode([], { flow: true }));
    if (elements.size > 0)
        document.set('elements', document.createNode(Object.fromEntries(elements), { flow: true }));
    if (sources !== undefined)
        document.set('sources', sources);
    const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
    return `# All settings: docs/format.md of confighub-sync.\n${text}`;
}


/***/ }),

/***/ 1664:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   hV: () => (/* binding */ writeFiles),
/* harmony export */   pL: () => (/* binding */ alreadyThere),
/* harmony export */   zn: () => (/* binding */ writeNewFiles)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
// [edge] Writes files of the project, each to a temporary file first, which then replaces the old one.



/**
 * Throws, before anything is written, if one of the files exists. A file with the same content is accepted as the remains
 * of a killed run, as long as another file is missing.
 */
function writeNewFiles(root, files) {
    const existing = files.filter(({ path }) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)));
    const others = existing.filter(({ path, content }) => contentOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)) !== content);
    if (others.length > 0 || existing.length === files.length)
        throw alreadyThere((others.length > 0 ? others : existing).map(({ path }) => path));
    const missing = files.filter((file) => !existing.includes(file));
    writeFiles(root, missing.map(({ path, content }) => ({ path, after: content })));
}
function alreadyThere(paths) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Qd({
        code: 'already-there',
        message: `${paths.join(' and ')} already ${paths.length === 1 ? 'exists' : 'exist'}; nothing was written.`,
        hint: 'init never overwrites files. Edit them, or remove them first.',
    });
}
/** The folder for temporary files, hidden from `include`, and from Git by its own `.gitignore`. */
const STAGE = '.confighub-sync.tmp';
/** In this order. Throws, before anything is written, if a file has changed since the writes were planned. */
function writeFiles(root, writes) {
    const changed = writes.filter(({ path, before }) => contentOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)) !== before);
    if (changed.length > 0)
        throw changedMeanwhile(changed.map(({ path }) => path));
    for (const { path } of writes)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)), { recursive: true });
    const stage = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, STAGE);
    // The remains of a killed run.
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(stage, { recursive: true, force: true });
    let done = 0;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)(stage);
        // Once: while it is written anew, Git would see the folder.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(stage, '.gitignore'), '*\n');
        for (const write of writes) {
            const target = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, write.path);
            if (write.after === undefined)
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(target);
            else
                writeOne(target, { after: write.after, isNew: write.before === undefined, stage });
            done += 1;
        }
    }
    catch (error) {
        throw done === 0 ? error : partly(error, `${done} of ${writes.length}`);
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(stage, { recursive: true, force: true });
    }
}
function writeOne(target, { after, isNew, stage }) {
    const temporary = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(stage, 'new');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(temporary, { force: true });
    // A link is kept: its target is replaced, with the same permissions.
    const real = isNew ? target : (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(target);
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(temporary, after, { flush: true, ...(!isNew && { mode: (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(real).mode }) });
    // A hard link, unlike a rename, fails if the name exists.
    if (isNew)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.linkSync)(temporary, real);
    else
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(temporary, real);
}
function contentOf(path) {
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8') : undefined;
}
function partly(error, count) {
    const known = (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .knownError */ .YY)(error);
    if (known === undefined)
        return error;
    const hint = `Before that, ${count} files were written: \`git status\` shows them. Fix the problem, then import again.`;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Qd({ code: known.code, message: known.message, hint, cause: error });
}
function changedMeanwhile(paths) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Qd({
        code: 'changed-meanwhile',
        message: `${paths.join(', ')} changed during the import; nothing was written.`,
        hint: 'Import again.',
    });
}


/***/ })

};
