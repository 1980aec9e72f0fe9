export const id = 754;
export const ids = [754];
export const modules = {

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

/***/ 458:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ lineCount),
/* harmony export */   P: () => (/* binding */ diffLines)
/* harmony export */ });
/* harmony import */ var _model_counted_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3251);
/* harmony import */ var diff__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7291);
// Unified diffs of file contents, bounded: two wholly different texts must not take minutes.


/** Beyond this many edited lines a diff explains nothing, and costs the square of its length. */
const MAX_EDITS = 500;
/** The lines of a unified diff (`@@`, ` `, `+`, `-`), or `undefined` where so much differs that none is made. */
function diffLines(before, after) {
    const patch = (0,diff__WEBPACK_IMPORTED_MODULE_0__/* .structuredPatch */ .YB)('', '', before, after, '', '', { context: 3, maxEditLength: MAX_EDITS });
    return patch?.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
        `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
        ...lines,
    ]);
}
/** `12 lines`, for a content that is not shown. */
function lineCount(content) {
    const lines = content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
    return `${(0,_model_counted_js__WEBPACK_IMPORTED_MODULE_1__/* .withCommas */ .r)(lines)} ${lines === 1 ? 'line' : 'lines'}`;
}


/***/ }),

/***/ 8754:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  textDiagnostics: () => (/* binding */ textDiagnostics),
  textDrift: () => (/* binding */ textDrift),
  textPlan: () => (/* binding */ textPlan),
  textValid: () => (/* binding */ textValid)
});

// EXTERNAL MODULE: ./node_modules/picocolors/picocolors.js
var picocolors = __webpack_require__(7336);
// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
// EXTERNAL MODULE: ./lib/model/plan.js
var model_plan = __webpack_require__(2774);
;// CONCATENATED MODULE: ./lib/render/base.js

const SAFETY_TITLE = 'This branch changes what protects the server:';
/** `prune  managed → all` with `looser` beside it, as far as that is certain. */
function safetyText({ before, after }) {
    return `${before ?? 'none'} → ${after ?? 'none'}`;
}
/** Sentences about the base; empty where all changes are the work of this branch. */
function baseLines({ base, changes }) {
    const { create, update, delete: destroy } = (0,model_plan/* countChanges */.xS)(changes);
    return [
        ...pendingLines(base?.pending ?? 0, create + update + destroy),
        ...droppedLines(base?.dropped ?? 0),
    ];
}
function pendingLines(pending, all) {
    if (pending === 0)
        return [];
    const what = pending < all ? `${pending} of ${all} changes` : all === 1 ? 'The only change' : `All ${all} changes`;
    return [`${what} ${pending === 1 ? 'was' : 'were'} pending before this branch.`];
}
function droppedLines(dropped) {
    if (dropped === 0)
        return [];
    return [
        dropped === 1
            ? '1 change that was pending before this branch is no longer planned.'
            : `${dropped} changes that were pending before this branch are no longer planned.`,
    ];
}

// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/render/file-diff.js
var file_diff = __webpack_require__(458);
// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
;// CONCATENATED MODULE: ./lib/render/describe.js
// What a change says of itself in words, for every renderer.




const SYMBOLS = { create: '+', update: '~', delete: '-' };
/** The changes that a reader sees, in their order. A key that comes or goes speaks on its first value. */
function entries(changes) {
    const result = [];
    let waiting;
    for (const change of changes) {
        if (!(0,model_plan/* isCounted */.he)(change) && !change.rewritten) {
            waiting = change.kind === 'key' ? change : undefined;
            continue;
        }
        const isOwned = waiting !== undefined && change.kind === 'value' && change.key === waiting.key;
        result.push(isOwned && waiting !== undefined ? { change, owner: waiting } : { change });
        waiting = undefined;
    }
    return result;
}
function items(changes) {
    return entries(changes).map((entry) => {
        const pending = entry.change.pending ? ['pending before'] : [];
        const remark = [...pending, ...[remarkOf(entry) || []].flat()].join(', ');
        return { change: entry.change, text: describe(entry.change), ...(remark !== '' && { remark }) };
    });
}
/** `new key, Integer`, `changed on the server`, or nothing. */
function remarkOf({ change, owner }) {
    return [causeRemark(change), surplusRemark(change), owner && keyRemark(owner)]
        .filter((one) => one !== undefined)
        .join(', ');
}
function surplusRemark(change) {
    if (change.kind !== 'value' || !change.surplus)
        return undefined;
    return `the server holds it ${change.surplus === 1 ? 'twice' : `${change.surplus + 1} times`}`;
}
/** What others changed and the plan leaves alone; its title says so, no item repeats it. */
function driftItems({ drift }) {
    return items(drift.map(({ cause: _, ...change }) => change));
}
/** Why, where it is not for the files' sake alone. */
function causeRemark({ cause }) {
    if (cause === 'conflict')
        return 'conflict: changed on the server too';
    return cause === 'drift' ? 'changed on the server' : undefined;
}
function describe(change) {
    if (change.kind === 'key')
        return describeKey(change);
    if (change.secret)
        return `(secret, ${change.rewritten ? 'written again' : SECRET_VERBS[change.action]})`;
    if (change.rewritten)
        return 'written again';
    if (change.kind === 'value')
        return describeValue(change);
    // Read by token, what a file holds may be told only as: something else.
    if (change.action === 'update' && change.before === undefined)
        return `replaced by ${(0,file_diff/* lineCount */.I)(change.after ?? '')}`;
    if (change.action === 'update' && change.after === undefined)
        return `${(0,file_diff/* lineCount */.I)(change.before ?? '')} → another text`;
    if (change.action === 'update')
        return `${(0,file_diff/* lineCount */.I)(change.before ?? '')} → ${(0,file_diff/* lineCount */.I)(change.after ?? '')}`;
    const content = change.after ?? change.before;
    return content === undefined ? 'not read' : (0,file_diff/* lineCount */.I)(content);
}
const SECRET_VERBS = { create: 'created', update: 'changed', delete: 'deleted' };
function describeValue({ action, before, after }) {
    if (action === 'create')
        return (0,printable/* quoted */.TL)(after ?? null);
    if (action === 'delete')
        return (0,printable/* quoted */.TL)(before ?? null);
    return (0,printable/* quotedPair */.Bg)(before ?? null, after ?? null);
}
function describeKey(change) {
    if (change.action !== 'update')
        return keyRemark(change) ?? '';
    return metadataOf(change)
        .map(([name, before, after]) => `${name} ${before} → ${after}`)
        .join(', ');
}
/** What of a key's metadata changes: name, before, after. */
function metadataOf({ before = {}, after = {} }) {
    return state/* KEY_METADATA */.Mv.filter((name) => before[name] !== after[name]).map((name) => [
        name,
        shown(before[name]),
        shown(after[name]),
    ]);
}
function shown(value) {
    return typeof value === 'string' ? (0,printable/* quoted */.TL)(value) : String(value ?? 'none');
}
function keyRemark({ action, after }) {
    if (action === 'delete')
        return 'the key goes too';
    const flags = [...(after?.deprecated ? ['deprecated'] : []), ...(after?.push === false ? ['locked'] : [])];
    const group = after?.securityGroup === undefined ? [] : [`in ${after.securityGroup}`];
    return ['new key', after?.vdt ?? 'Text', ...flags, ...group].join(', ');
}
/** `config/shop.yaml:3:5`, or `was config/shop.yaml:3:5` for a line that is gone. */
function whereOf({ place, removedFrom, }) {
    if (place !== undefined)
        return String(place);
    return removedFrom === undefined ? undefined : `was ${removedFrom}`;
}
/** What the closing line does not count. */
function rewrittenLine(plan) {
    const count = plan.changes.filter((change) => change.rewritten).length;
    if (count === 0)
        return undefined;
    const what = count === 1 ? '1 item is' : `${count} items are`;
    return `${what} written again with every apply, because nothing tells whether it differs.`;
}
/** What others did, in sentences; empty where they did nothing that concerns this plan. */
function othersLines(plan) {
    const { already, unmanaged, unmanagedItems } = plan;
    const agreed = already === 1 ? '1 item was' : `${already} items were`;
    const rest = unmanaged === 1 ? '1 item' : `${unmanaged} items`;
    const list = unmanagedItems === undefined ? ' (--unmanaged lists them).' : ':';
    return [
        ...(already > 0 ? [`${agreed} changed alike in the files and on the server: nothing to push.`] : []),
        ...(unmanaged > 0 ? [`The server holds ${rest} that nobody declares here${list}`] : []),
        ...(unmanagedItems ?? []).map((item) => `  ${itemName(item)}`),
    ];
}
function itemName(item) {
    if (item.kind === 'key')
        return `${item.key} (key)`;
    return `${item.kind === 'file' ? item.path : item.key}  ${item.context}`;
}
/** What stands above the drift that a plan leaves as it is. */
function driftTitle({ drift, onDrift }) {
    const count = drift.filter(model_plan/* isCounted */.he).length;
    const what = count === 1 ? '1 item was' : `${count} items were`;
    const left = onDrift === 'keep' ? `, and ${count === 1 ? 'is' : 'are'} left alone` : '';
    return `${what} changed on the server since the last apply${left} (onDrift: ${onDrift}):`;
}
/** `Drift: 0 added, 1 changed, 0 deleted on the server since the last apply.` or `No drift.` */
function driftLine({ drift }) {
    const { create, update, delete: deleted } = (0,model_plan/* countChanges */.xS)(drift);
    if (create + update + deleted === 0)
        return 'No drift.';
    return `Drift: ${create} added, ${update} changed, ${deleted} deleted on the server since the last apply.`;
}
/** `Plan: 3 to add, 1 to change, 2 to destroy.` or `No changes.` */
function closingLine(plan) {
    const { create, update, delete: destroy } = (0,model_plan/* countChanges */.xS)(plan.changes);
    if (create + update + destroy === 0)
        return 'No changes.';
    return `Plan: ${create} to add, ${update} to change, ${destroy} to destroy.`;
}
function refusals(plan) {
    return plan.findings.filter(({ severity }) => severity === 'refusal');
}
function warnings(plan) {
    return plan.findings.filter(({ severity }) => severity === 'warning');
}

;// CONCATENATED MODULE: ./lib/render/text.js
// Plans and mistakes as text for a terminal or a log. Returns strings; colour only where it is asked for.







/** Longest name, context and text that other lines are aligned with. */
const MAX_NAME = 44;
const MAX_TEXT = 40;
const MAX_CONTEXT = 32;
/** Lines of one file's diff; the whole is in the JSON plan. */
const MAX_DIFF_LINES = 60;
function textPlan(plan, options) {
    const colors = picocolors.createColors(options.color);
    const listed = items(plan.changes);
    const drifted = driftItems(plan);
    const others = othersLines(plan).map((line) => colors.dim((0,printable/* printable */.g$)(line)));
    const lines = [
        targetLine(plan, colors),
        ...plan.notes.map((note) => colors.dim(note)),
        '',
        ...safetyLines(plan, colors),
        ...changeLines(listed, colors),
        ...(listed.length > 0 ? [''] : []),
        ...(drifted.length > 0 ? [driftTitle(plan), ...changeLines(drifted, colors), ''] : []),
        ...(others.length > 0 ? [...others, ''] : []),
        ...findingLines(plan, colors),
        ...[rewrittenLine(plan) ?? []].flat(),
        ...baseLines(plan),
        colors.bold(closingLine(plan)),
    ];
    return `${lines.join('\n')}\n`;
}
/** What others changed since the last apply, and nothing else. */
function textDrift(plan, options) {
    const colors = picocolors.createColors(options.color);
    const listed = driftItems(plan);
    const lines = [
        targetLine(plan, colors),
        ...plan.notes.map((note) => colors.dim(note)),
        '',
        ...changeLines(listed, colors),
        ...(listed.length > 0 ? [''] : []),
        colors.bold(driftLine(plan)),
    ];
    return `${lines.join('\n')}\n`;
}
function targetLine({ target: { url, account, name } }, colors) {
    const repository = name === '' ? 'Repository not configured here' : `${account}/${name}`;
    return `${colors.bold((0,printable/* printable */.g$)(repository))}${url === '' ? '' : ` at ${(0,printable/* printable */.g$)(url)}`}`;
}
function safetyLines({ safety = [] }, colors) {
    if (safety.length === 0)
        return [];
    const nameWidth = Math.max(...safety.map(({ setting }) => setting.length));
    const lines = safety.map((change) => {
        const { setting, effect, ...where } = change;
        const notes = [effect, whereOf(where)].filter((note) => note !== undefined).map(printable/* printable */.g$);
        const paint = effect === 'looser' ? colors.red : colors.yellow;
        return `${paint(`  ! ${pad(setting, nameWidth)}  ${(0,printable/* printable */.g$)(safetyText(change))}`)}  ${colors.dim(notes.join('  '))}`;
    });
    return [SAFETY_TITLE, ...lines.map((line) => line.trimEnd()), ''];
}
function changeLines(listed, colors) {
    const nameWidth = widest(listed, MAX_NAME, ({ change }) => (0,model_plan/* addressOf */.ci)(change));
    const contextWidth = widest(listed, MAX_CONTEXT, ({ change }) => contextOf(change));
    const textWidth = widest(listed, MAX_TEXT, ({ text }) => text);
    return listed.flatMap((item) => {
        const { change, text, remark } = item;
        const paint = { create: colors.green, update: colors.yellow, delete: colors.red }[change.action];
        const head = `  ${SYMBOLS[change.action]} ${pad((0,printable/* printable */.g$)((0,model_plan/* addressOf */.ci)(change)), nameWidth)}  ${pad(contextOf(change), contextWidth)}`;
        const notes = [remark, whereOf(change)].filter((note) => note !== undefined).map(printable/* printable */.g$);
        const end = notes.length === 0 ? '' : `  ${colors.dim(notes.join('  '))}`;
        const body = end === '' ? text : pad(text, textWidth);
        const diff = change.kind === 'file' && change.action === 'update' && !change.secret ? fileLines(change, colors) : [];
        return [`${paint(`${head}  ${body}`)}${end}`, ...diff];
    });
}
function contextOf(change) {
    return change.kind === 'key' ? '(key)' : (0,printable/* printable */.g$)(change.context);
}
function fileLines({ before, after }, colors) {
    if (before === undefined || after === undefined)
        return [];
    const lines = (0,file_diff/* diffLines */.P)(before, after);
    if (lines === undefined)
        return [colors.dim('      | content replaced')];
    const shown = lines.slice(0, MAX_DIFF_LINES).map((line) => {
        const paint = line.startsWith('+') ? colors.green : line.startsWith('-') ? colors.red : colors.dim;
        return `      ${colors.dim('|')} ${paint((0,printable/* printableLine */.oy)(line))}`;
    });
    const more = lines.length - shown.length;
    return more > 0 ? [...shown, colors.dim(`      | … ${more} more lines`)] : shown;
}
function findingLines(plan, colors) {
    const refused = refusals(plan);
    const lines = [
        ...warnings(plan).flatMap((finding) => problem({ label: colors.yellow('warning'), finding, colors })),
        ...refused.flatMap((finding) => problem({ label: colors.red('refused'), finding, colors })),
    ];
    if (refused.length > 0)
        lines.push(colors.red('This plan is refused: an apply sends nothing.'));
    return lines.length === 0 ? [] : [...lines, ''];
}
function problem({ label, finding, colors }) {
    const place = whereOf(finding);
    const where = place === undefined ? '' : `${(0,printable/* printable */.g$)(place)} `;
    return [
        `${where}${label} ${finding.code}: ${(0,printable/* printable */.g$)(finding.message)}`,
        ...hintLines(finding.hint, colors),
    ];
}
function hintLines(hint, colors) {
    return hint === undefined ? [] : [colors.dim(`  ${(0,printable/* printable */.g$)(hint)}`)];
}
/** More than anybody mends in one go; JSON has them all. */
const MAX_DIAGNOSTICS = 500;
/** One mistake: `file:line:column error code: message`, the other place, and what to do. */
function textDiagnostics(diagnostics, options) {
    const colors = picocolors.createColors(options.color);
    const shown = diagnostics.slice(0, MAX_DIAGNOSTICS);
    const more = diagnostics.length - shown.length;
    const rest = more > 0 ? [`… and ${(0,counted/* counted */.h)(more, 'more mistake')}.`] : [];
    return shown
        .flatMap(({ severity, code, message, hint, place, file, related }) => [
        `${colors.bold((0,printable/* printable */.g$)(String(place ?? file ?? '')))} ${severity === 'error' ? colors.red('error') : colors.yellow('warning')} ${code}: ${(0,printable/* printable */.g$)(message)}`,
        ...(related === undefined ? [] : [colors.dim(`  The other place: ${(0,printable/* printable */.g$)(String(related))}`)]),
        ...hintLines(hint, colors),
    ])
        .concat(rest)
        .map((line) => `${line}\n`)
        .join('');
}
function widest(listed, limit, text) {
    return listed.reduce((width, item) => {
        const { length } = text(item);
        // What is longer than the limit stands out of line, and does not push the others away.
        return length > limit ? width : Math.max(width, length);
    }, 0);
}
function pad(text, width) {
    return text.padEnd(width);
}
/** What `validate` says of a project without mistakes. */
function textValid({ keys, values, files, documents, }) {
    const what = `${(0,counted/* counted */.h)(keys, 'key')} with ${(0,counted/* counted */.h)(values, 'value')} and ${(0,counted/* counted */.h)(files, 'file')}`;
    return `Valid: ${what}, declared in ${(0,counted/* counted */.h)(documents, 'document')}.\n`;
}


/***/ })

};
