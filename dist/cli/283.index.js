export const id = 283;
export const ids = [283];
export const modules = {

/***/ 1664:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   writeNewFiles: () => (/* binding */ writeNewFiles)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
// [edge] Writing new files, all or none: written beside, flushed, and put in place only where nothing stands yet.



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
        const file = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(beside, 'wx');
        try {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(file, content);
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fsyncSync)(file);
        }
        finally {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(file);
        }
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
function alreadyThere(paths) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
        code: 'already-there',
        message: `${paths.join(' and ')} ${paths.length === 1 ? 'is' : 'are'} there already; nothing was written.`,
        hint: 'init never overwrites: edit what is there, or remove it first.',
    });
}


/***/ })

};
