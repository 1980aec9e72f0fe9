export const id = 283;
export const ids = [283];
export const modules = {

/***/ 9283:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   writeFiles: () => (/* binding */ writeFiles),
/* harmony export */   writeNewFiles: () => (/* binding */ writeNewFiles)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
// [edge] Writing files: each is written beside its place and flushed, so that what stands there is old or new, never half.



/** Throws, before anything is written, where one of the files is there already. */
function writeNewFiles(root, files) {
    const there = files.filter(({ path }) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)));
    if (there.length > 0)
        throw alreadyThere(there.map(({ path }) => path));
    for (const { path, content } of files)
        writeNewFile((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path), { path, content });
}
function writeNewFile(target, { path, content }) {
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target), { recursive: true });
    const beside = `${target}.${process.pid}.tmp`;
    try {
        writeFlushed(beside, content);
        // A link, unlike a rename, fails where the name is taken.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.linkSync)(beside, target);
    }
    catch (error) {
        throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? alreadyThere([path]) : error;
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(beside, { force: true });
    }
}
/** Goes through to the disk: a rename must not come before what it renames. */
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
/**
 * Creates, replaces and removes files, in their order. Everything is written before anything is put in place. Throws,
 * before that, where a file is no longer as it was when the writes were made.
 */
function writeFiles(root, writes) {
    const changed = writes.filter(({ path, before }) => contentOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)) !== before);
    if (changed.length > 0)
        throw changedMeanwhile(changed.map(({ path }) => path));
    const placed = writes.map((write) => ({ ...write, ...placeOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, write.path)) }));
    try {
        for (const { after, beside, target, mode } of placed) {
            if (after === undefined)
                continue;
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target), { recursive: true });
            writeFlushed(beside, after, mode);
        }
        for (const { after, beside, target } of placed) {
            if (after === undefined)
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(target);
            else
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(beside, target);
        }
    }
    finally {
        for (const { beside } of placed)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(beside, { force: true });
    }
}
/** A link stays one: what it leads to is replaced, with the rights that it has. */
function placeOf(path) {
    const target = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(path) : path;
    const mode = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(target) ? { mode: (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(target).mode } : {};
    return { target, beside: `${target}.${process.pid}.tmp`, ...mode };
}
function contentOf(path) {
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8') : undefined;
}
function changedMeanwhile(paths) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
        code: 'changed-meanwhile',
        message: `${paths.join(', ')} changed while the import was being made; nothing was written.`,
        hint: 'Import again.',
    });
}
function alreadyThere(paths) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
        code: 'already-there',
        message: `${paths.join(' and ')} ${paths.length === 1 ? 'is' : 'are'} there already; nothing was written.`,
        hint: 'init never overwrites: edit what is there, or remove it first.',
    });
}


/***/ })

};
