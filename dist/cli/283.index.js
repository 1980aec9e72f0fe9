export const id = 283;
export const ids = [283];
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
/* harmony import */ var _beside_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5586);
// [edge] Writing files: each is written beside its place and flushed, so that what stands there is old or new, never half.




/**
 * Throws, before anything is written, where one of the files is there already. One that holds just what it would get
 * is of a run that was killed, as long as another is missing.
 */
function writeNewFiles(root, files) {
    (0,_beside_js__WEBPACK_IMPORTED_MODULE_3__/* .staged */ .f6)(root, (stage) => {
        for (const { path, content } of missingOf(root, files))
            writeNewFile((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path), { path, content, stage });
    });
}
function missingOf(root, files) {
    const there = files.filter(({ path }) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)));
    const others = there.filter(({ path, content }) => contentOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)) !== content);
    if (others.length > 0 || there.length === files.length)
        throw alreadyThere((others.length > 0 ? others : there).map(({ path }) => path));
    return files.filter((file) => !there.includes(file));
}
function writeNewFile(target, { path, content, stage }) {
    try {
        // A link, unlike a rename, fails where the name is taken.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.linkSync)(stage.write(target, { content }), target);
    }
    catch (error) {
        throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? alreadyThere([path]) : error;
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
    (0,_beside_js__WEBPACK_IMPORTED_MODULE_3__/* .staged */ .f6)(root, (stage) => {
        const placed = writes.map(({ path, after }) => {
            const { target, mode } = placeOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path));
            return {
                target,
                beside: after === undefined ? undefined : stage.write(target, { content: after, mode }),
            };
        });
        for (const { beside, target } of placed) {
            if (beside === undefined)
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(target);
            else
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(beside, target);
        }
    });
}
/** A link stays one: what it leads to is replaced, with the rights that it has. */
function placeOf(path) {
    if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path))
        return { target: path };
    const target = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(path);
    return { target, mode: (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(target).mode };
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
