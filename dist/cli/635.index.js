export const id = 635;
export const ids = [635,544];
export const modules = {

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

/***/ 9635:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   jsonImport: () => (/* binding */ jsonImport),
/* harmony export */   textImport: () => (/* binding */ textImport)
/* harmony export */ });
/* harmony import */ var picocolors__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7336);
/* harmony import */ var _model_counted_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3251);
/* harmony import */ var _file_diff_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(458);
/* harmony import */ var _json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7544);
/* harmony import */ var _printable_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1543);
// What an import would write, as text and as JSON: files, edits line by line, what is left out, variables to set.





const MAX_DIFF_LINES = 60;
/** Of each list; JSON has them all. */
const MAX_LINES = 200;
function textImport(made, { display, color }) {
    const colors = picocolors__WEBPACK_IMPORTED_MODULE_1__.createColors(color);
    const { url, account, name } = made.target;
    const lines = [
        `${colors.bold(`${(0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printable */ .g$)(account)}/${(0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printable */ .g$)(name)}`)} at ${(0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printable */ .g$)(url)}`,
        '',
        ...list(made.writes, (write) => writeLines(write, { display, colors })),
        ...leftOutLines(made, colors),
        ...variableLines(made, colors),
        ...made.notes.flatMap((note) => [colors.yellow((0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printable */ .g$)(note)), '']),
        colors.bold(closingLine(made)),
    ];
    return `${lines.join('\n')}\n`;
}
function list(items, linesOf) {
    if (items.length === 0)
        return [];
    const more = items.length - MAX_LINES;
    return [
        ...items.slice(0, MAX_LINES).flatMap(linesOf),
        ...(more > 0 ? [`  … and ${(0,_model_counted_js__WEBPACK_IMPORTED_MODULE_3__/* .counted */ .h)(more, 'more')}`] : []),
        '',
    ];
}
function writeLines({ path, before, after, shown }, { display, colors }) {
    const name = (0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printable */ .g$)(display(path));
    if (after === undefined)
        return [colors.red(`  - ${name}  removed: no document names it any more`)];
    if (before === undefined)
        return [`${colors.green(`  + ${name}`)}  ${colors.dim((0,_file_diff_js__WEBPACK_IMPORTED_MODULE_4__/* .lineCount */ .I)(after))}`];
    return [colors.yellow(`  ~ ${name}`), ...(shown === undefined ? [] : editLines(shown, colors))];
}
function editLines(shown, colors) {
    const lines = (0,_file_diff_js__WEBPACK_IMPORTED_MODULE_4__/* .diffLines */ .P)(shown.before, shown.after);
    if (lines === undefined)
        return [colors.dim('      | content replaced')];
    const more = lines.length - MAX_DIFF_LINES;
    const painted = lines.slice(0, MAX_DIFF_LINES).map((line) => {
        const paint = line.startsWith('+') ? colors.green : line.startsWith('-') ? colors.red : colors.dim;
        return `      ${colors.dim('|')} ${paint((0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printableLine */ .oy)(line))}`;
    });
    return more > 0 ? [...painted, colors.dim(`      | … ${more} more lines`)] : painted;
}
function leftOutLines({ leftOut }, colors) {
    if (leftOut.length === 0)
        return [];
    const lines = list(leftOut, ({ item, reason }) => [
        `  ${(0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printable */ .g$)(item)}: ${colors.dim((0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printable */ .g$)(reason))}`,
    ]);
    return [colors.yellow('Not taken over:'), ...lines];
}
function variableLines({ variables }, colors) {
    if (variables.length === 0)
        return [];
    const lines = list(variables, ({ name, item }) => [`  ${name}  ${colors.dim((0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printable */ .g$)(item))}`]);
    return [colors.yellow('Secrets are in no file. Set these variables to what the server holds:'), ...lines];
}
function closingLine({ writes, counts }) {
    if (writes.length === 0)
        return 'Nothing to import.';
    const created = writes.filter(({ before }) => before === undefined).length;
    const removed = writes.filter(({ after }) => after === undefined).length;
    const edited = writes.length - created - removed;
    const files = [
        ...(created > 0 ? [`${(0,_model_counted_js__WEBPACK_IMPORTED_MODULE_3__/* .counted */ .h)(created, 'file')} to create`] : []),
        ...(edited > 0 ? [`${(0,_model_counted_js__WEBPACK_IMPORTED_MODULE_3__/* .counted */ .h)(edited, 'file')} to edit`] : []),
        ...(removed > 0 ? [`${(0,_model_counted_js__WEBPACK_IMPORTED_MODULE_3__/* .counted */ .h)(removed, 'file')} to remove`] : []),
    ];
    const { create, update, delete: gone } = counts;
    return `Import: ${create} to declare, ${update} to change, ${gone} to take out; ${files.join(', ')}.`;
}
/** The texts of the files are in the files: here is what becomes of each. */
function jsonImport(made, { display, isWritten }) {
    const { target, counts, writes, leftOut, variables, notes } = made;
    return (0,_json_js__WEBPACK_IMPORTED_MODULE_0__.json)({
        version: _json_js__WEBPACK_IMPORTED_MODULE_0__.JSON_VERSION,
        target,
        counts: { declare: counts.create, change: counts.update, takeOut: counts.delete },
        files: writes.map(({ path, before, after }) => ({
            path: display(path),
            action: before === undefined ? 'create' : after === undefined ? 'remove' : 'edit',
        })),
        leftOut,
        variables,
        notes,
        written: isWritten,
    });
}


/***/ }),

/***/ 7544:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JSON_VERSION: () => (/* binding */ JSON_VERSION),
/* harmony export */   json: () => (/* binding */ json),
/* harmony export */   jsonDrift: () => (/* binding */ jsonDrift),
/* harmony export */   jsonError: () => (/* binding */ jsonError),
/* harmony export */   jsonPlan: () => (/* binding */ jsonPlan)
/* harmony export */ });
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2774);

/** Changes when a reader of the JSON would have to change. */
const JSON_VERSION = 1;
function jsonPlan(plan, { pushes, outcome, review } = {}) {
    const { create, update, delete: destroy } = (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .countChanges */ .xS)(plan.changes);
    const rewritten = plan.changes.filter((change) => change.rewritten).length;
    return json({
        version: JSON_VERSION,
        target: plan.target,
        live: plan.live,
        prune: plan.prune,
        onDrift: plan.onDrift,
        counts: {
            add: create,
            change: update,
            destroy,
            rewritten,
            drift: plan.drift.filter(_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .isCounted */ .he).length,
            already: plan.already,
            unmanaged: plan.unmanaged,
        },
        refused: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .hasRefusals */ .q5)(plan),
        ...(plan.force !== undefined && { force: plan.force }),
        ...(plan.forced !== undefined && { forced: plan.forced }),
        notes: plan.notes,
        ...(plan.base && { base: plan.base }),
        ...(plan.safety && { safety: plan.safety }),
        changes: plan.changes,
        drift: plan.drift,
        ...(plan.unmanagedItems && { unmanaged: plan.unmanagedItems }),
        findings: plan.findings,
        ...(pushes && { pushes }),
        ...(outcome && { outcome }),
        ...(review && { review }),
    });
}
/** What others changed since the last apply, and nothing else. */
function jsonDrift({ target, live, drift, notes }) {
    const { create, update, delete: destroy } = (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .countChanges */ .xS)(drift);
    const counts = { add: create, change: update, destroy };
    return json({ version: JSON_VERSION, target, live, counts, notes, drift });
}
function jsonError(error, { diagnostics, differs }) {
    const { code, message, hint, places } = error;
    // The lines that declared what the server refused; mistakes in the files have theirs in `diagnostics`.
    const declared = places.length === 0 ? {} : { places };
    const missing = differs === undefined ? {} : { differs: differs.changes };
    return json({
        version: JSON_VERSION,
        error: { code, message, ...(hint === undefined ? {} : { hint }), ...declared, diagnostics, ...missing },
    });
}
function json(value) {
    return `${JSON.stringify(value, null, 2)}\n`;
}


/***/ })

};
