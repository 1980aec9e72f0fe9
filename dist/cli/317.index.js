export const id = 317;
export const ids = [317];
export const modules = {

/***/ 5986:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ mergedFiles),
/* harmony export */   s: () => (/* binding */ lazyFiles)
/* harmony export */ });
/* harmony import */ var _record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(634);
/* harmony import */ var _documents_globs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3285);


/** `rest` has everything else; what is not read yet looks empty. */
function lazyFiles({ git, entries, commit, known }, rest) {
    const byPath = new Map(entries.map((entry) => [entry.path, entry]));
    const contents = new Map(known);
    const wanted = new Set();
    return {
        files: {
            ...rest,
            read: (path) => {
                const bytes = contents.get(path);
                if (bytes !== undefined)
                    return { bytes };
                if (!byPath.has(path))
                    return rest.read(path);
                wanted.add(path);
                return { bytes: new Uint8Array() };
            },
        },
        readMore: async (paths = []) => {
            const missing = [...new Set([...wanted, ...paths])].flatMap((path) => byPath.get(path) ?? []);
            wanted.clear();
            if (missing.length === 0)
                return false;
            for (const [path, bytes] of await (0,_record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_0__/* .readContents */ .r0)(git, { commit, entries: missing }))
                contents.set(path, bytes);
            return true;
        },
    };
}
/** The work tree as it would be after a merge. */
function mergedFiles(changes, workTree) {
    const { tree: commit, entries, deleted } = changes;
    const paths = new Set(entries.map(({ path }) => path));
    return lazyFiles({ ...changes, commit }, {
        ...workTree,
        list: (globs) => {
            const listed = workTree.list(globs);
            // A path that is named must not look like one that was removed.
            const here = listed.paths.filter((path) => !deleted.has(path) || globs.filter(_documents_globs_js__WEBPACK_IMPORTED_MODULE_1__/* .isLiteral */ .c$).includes(path));
            const brought = [...paths].filter((0,_documents_globs_js__WEBPACK_IMPORTED_MODULE_1__/* .matcher */ .jN)(globs));
            return {
                paths: [...new Set([...here, ...brought])].sort(),
                problems: listed.problems.filter(({ path }) => !paths.has(path)),
                unmatched: (0,_documents_globs_js__WEBPACK_IMPORTED_MODULE_1__/* .unmatched */ .Gv)(listed.unmatched, brought),
            };
        },
        read: (path) => deleted.has(path)
            ? { problem: { code: 'file-missing', message: `File not found: ${path}.` } }
            : workTree.read(path),
    });
}


/***/ }),

/***/ 2405:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Co: () => (/* binding */ openAround),
/* harmony export */   QH: () => (/* binding */ withoutMissingEnv),
/* harmony export */   SI: () => (/* binding */ readProjectFile),
/* harmony export */   U8: () => (/* binding */ openProject),
/* harmony export */   j0: () => (/* binding */ withMissingEnvOnce),
/* harmony export */   k8: () => (/* binding */ hasProjectFile),
/* harmony export */   nz: () => (/* binding */ withoutGit),
/* harmony export */   o3: () => (/* binding */ reportSecrets),
/* harmony export */   w0: () => (/* binding */ gitProblem),
/* harmony export */   wB: () => (/* binding */ ProjectError)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8500);
/* harmony import */ var _record_git_repository_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1954);
/* harmony import */ var _record_git_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5689);
/* harmony import */ var _record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(634);
/* harmony import */ var _record_work_tree_status_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5448);
/* harmony import */ var _documents_globs_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3285);
/* harmony import */ var _documents_load_project_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7937);
/* harmony import */ var _documents_work_tree_files_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3464);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(452);
/* harmony import */ var _lib_parallel_js__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(404);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(5924);
/* harmony import */ var _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(5602);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(6616);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(1097);
/* harmony import */ var _semantics_secret_lines_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(4852);
/* harmony import */ var _git_files_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(5986);
// [edge] Opens a project: reads and checks its files, and compares them with the Git repository.

















/** Errors in the project files, or no project file. */
class ProjectError extends _errors_js__WEBPACK_IMPORTED_MODULE_9__/* .CommandError */ .Qd {
    diagnostics;
    /** @param outcome what did not happen because of them; absent if nothing was to happen */
    constructor(diagnostics, outcome) {
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        const isMissing = errors.every(({ code }) => code === 'no-project-file');
        const what = isMissing ? 'There is no project file' : `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_10__/* .counted */ .hS)(errors.length, 'error')} in the project files`;
        const end = outcome === undefined ? '' : `; ${outcome}`;
        super({ code: 'invalid', message: `${what}${end}.` });
        this.diagnostics = diagnostics;
    }
}
/** Throws {@link ProjectError} with all errors at once. */
async function openProject(options, { runtime, missingEnv, outcome, values = runtime.env, asCommitted = false, ...opened }) {
    const { config, target: name } = options;
    const { files, name: projectFile, readMore } = filesOf(config, runtime);
    const { opening = openAround(config, runtime).catch(withoutGit) } = opened;
    // Git lists its index while the documents are read.
    const indexing = (0,_lib_parallel_js__WEBPACK_IMPORTED_MODULE_15__/* .ahead */ .Uc)(opening.then((git) => git?.index(), () => undefined));
    const reading = { env: values, missingEnv, projectFile, choice: { name } };
    let loaded = await runCooperatively((0,_documents_load_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFiles */ .bB)(files, reading));
    while (await readMore().catch(gitProblem))
        loaded = await runCooperatively((0,_documents_load_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFiles */ .bB)(files, reading));
    // Without a record nothing needs the repository.
    const isRecorded = options.record ?? loaded.project.record;
    const git = await opening.catch(isRecorded ? gitProblem : _record_git_js__WEBPACK_IMPORTED_MODULE_3__/* .ignoreGitError */ .TR);
    const index = (await indexing.catch(indexProblem)) ?? [];
    const check = git && { git, index: (0,_record_git_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .inFolder */ ._z)(index, git.folder), display: files.display };
    if (asCommitted && check !== undefined) {
        const committed = await committedForms(loaded, check, runtime.merge).catch(gitProblem);
        const asThere = {
            ...files,
            read: (path) => (committed.has(path) ? { bytes: committed.get(path) } : files.read(path)),
        };
        if (committed.size > 0)
            loaded = await runCooperatively((0,_documents_load_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFiles */ .bB)(asThere, reading));
    }
    reportSecrets(loaded, runtime.onSecret);
    const found = check && [...missingDocuments(loaded, check), ...(await untracked(loaded, check, runtime.merge))];
    const diagnostics = [...loaded.diagnostics, ...(found ?? [])].sort(_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_11__/* .compareDiagnostics */ .oV);
    if (diagnostics.some(({ severity }) => severity === 'error'))
        throw new ProjectError(diagnostics, outcome);
    const url = (0,_options_js__WEBPACK_IMPORTED_MODULE_12__/* .urlOf */ .rs)(options, loaded.project);
    const { repository = loaded.project.repository } = options;
    const choice = { name, at: url !== undefined && repository !== undefined ? { url, repository } : undefined };
    return { ...loaded, diagnostics, projectFile, git, index, choice, display: files.display };
}
/** Opens the Git repository of the project; rejects with GitError. */
function openAround(config, { cwd, env, forge }) {
    return (0,_lib_parallel_js__WEBPACK_IMPORTED_MODULE_15__/* .ahead */ .Uc)((0,_record_git_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .openRepository */ .h_)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(cwd, config)), { env, forge }));
}
/** For commands that can do without Git where it is not installed. */
function withoutGit(error) {
    if ((0,_record_git_js__WEBPACK_IMPORTED_MODULE_3__/* .gitErrorOf */ .sq)(error).code !== 'git-missing')
        throw error;
}
const NO_GIT = 'Install Git: the record of applies is stored in it.';
const GIT_REFUSES = 'Run `git status` here for details. If the folder belongs to another user, as in a container, run `git config --global --add safe.directory <folder>`. A worktree or a submodule needs the repository that it belongs to. To work without Git, and so without a record, copy the files to a folder outside of it.';
/** A repository that Git refuses to read, for example because of its owner, is not the same as none. */
function gitProblem(error) {
    const { code, message } = (0,_record_git_js__WEBPACK_IMPORTED_MODULE_3__/* .gitErrorOf */ .sq)(error);
    const hint = code === 'git-missing' ? NO_GIT : GIT_REFUSES;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_9__/* .CommandError */ .Qd({ code, message, hint, cause: error });
}
/** A damaged index, from which nobody can tell which files are tracked. */
function indexProblem(error) {
    const { code, message } = (0,_record_git_js__WEBPACK_IMPORTED_MODULE_3__/* .gitErrorOf */ .sq)(error);
    if (code !== 'git-failed')
        gitProblem(error);
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_9__/* .CommandError */ .Qd({ code, message, hint: REBUILD_INDEX, cause: error });
}
const REBUILD_INDEX = 'Delete this file, then run `git reset`: Git builds its index again, and your files stay as they are. Files that you added but did not commit need `git add` again.';
/** Whether there is a readable project file. */
function hasProjectFile({ config }, runtime) {
    const { files, name } = filesOf(config, runtime);
    return !('problem' in files.read(name));
}
/** The files of the project as a command reads them, and the name of the project file. */
function filesOf(config, { cwd, merge }) {
    const { files, name } = (0,_documents_work_tree_files_js__WEBPACK_IMPORTED_MODULE_8__/* .folderOf */ .yS)(config, cwd);
    const lazy = merge?.changes === undefined ? { files, readMore: async () => false } : (0,_git_files_js__WEBPACK_IMPORTED_MODULE_14__/* .mergedFiles */ .C)(merge.changes, files);
    return { ...lazy, name };
}
/** Only the project file, without its documents; an empty project if there is no such file. */
function readProjectFile({ config, target }, runtime) {
    const { files, name } = filesOf(config, runtime);
    return (0,_documents_load_project_js__WEBPACK_IMPORTED_MODULE_7__/* .loadProjectFile */ .kB)(files, name, { name: target });
}
/** Of files that Git calls unchanged although their bytes are others: as they are committed. Not what is in Git LFS. */
async function committedForms({ files }, { git, index }, merge) {
    const merged = new Set(merge?.changes?.entries.map(({ path }) => path));
    const entries = index.filter(({ path, id, mode }) => {
        const bytes = files.get(path);
        return bytes !== undefined && mode.startsWith('100') && !merged.has(path) && (0,_record_work_tree_status_js__WEBPACK_IMPORTED_MODULE_5__/* .blobId */ .zA)(bytes, id) !== id;
    });
    if (entries.length === 0)
        return new Map();
    const { committed } = await (0,_record_work_tree_status_js__WEBPACK_IMPORTED_MODULE_5__/* .compareWithCommit */ .TD)(git, { index, paths: entries.map(({ path }) => path) });
    const clean = entries.filter(({ path }) => committed.has(path));
    const contents = await (0,_record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_4__/* .readContents */ .r0)(git, { commit: 'the index', entries: clean });
    return new Map([...contents].filter(([, bytes]) => !(0,_record_work_tree_status_js__WEBPACK_IMPORTED_MODULE_5__/* .isLfsPointer */ .NS)(bytes)));
}
/** A document missing from the work tree must not look like one that was removed. */
function missingDocuments(loaded, { git, index, display }) {
    const { project } = loaded;
    const search = { isDocument: (0,_documents_globs_js__WEBPACK_IMPORTED_MODULE_6__/* .documentMatcher */ .ej)(project), isSearched: (0,_documents_globs_js__WEBPACK_IMPORTED_MODULE_6__/* .documentSearcher */ .H6)(project) };
    const missing = (0,_record_work_tree_status_js__WEBPACK_IMPORTED_MODULE_5__/* .missingDocuments */ .f2)(git, { index, search });
    return missing.map(({ path, kind }) => ({
        severity: 'error',
        code: 'file-missing',
        ...MISSING[kind](path),
        file: display(path),
    }));
}
const MISSING = {
    document: (path) => ({
        message: `The document ${path} is in Git but missing from the work tree (sparse checkout, or removed without \`git rm\`).`,
        hint: 'Check it out, or remove it with `git rm`.',
    }),
    submodule: (path) => ({
        message: `\`include\` searches the submodule ${path}, which is not checked out.`,
        hint: 'Run `git submodule update --init` (in a workflow, set `submodules: true` for actions/checkout), or exclude it in `include`.',
    }),
    link: (path) => ({
        message: `\`include\` searches ${path}, which is a broken symbolic link.`,
        hint: 'Check out its target, remove it with `git rm`, or exclude it in `include`.',
    }),
};
/** For a command that sends nothing: what the environment does not have is shown as unknown. */
function withoutMissingEnv(diagnostics) {
    return diagnostics.filter(({ code }) => code !== 'env-missing');
}
/** The same, with one warning for all variables. */
function withMissingEnvOnce(diagnostics, unset = []) {
    const first = diagnostics.find(({ code }) => code === 'env-missing');
    const others = withoutMissingEnv(diagnostics);
    if (first === undefined)
        return others;
    const are = unset.length === 1 ? 'is' : 'are';
    const message = `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_10__/* .counted */ .hS)(unset.length, 'variable')} ${are} not set here: ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_10__/* .someOf */ .yU)(unset, { most: 20 })}. Values that need ${unset.length === 1 ? 'it' : 'them'} are not compared with the server.`;
    const hint = 'An apply needs all of them. Set them, or name a file that has them with `--env-file`.';
    return [...others, { ...first, message, hint }].sort(_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_11__/* .compareDiagnostics */ .oV);
}
function reportSecrets({ state, passwords }, onSecret) {
    if (onSecret === undefined)
        return;
    for (const password of passwords.all())
        onSecret(password);
    for (const { item, row } of (0,_model_state_js__WEBPACK_IMPORTED_MODULE_16__/* .rowsIn */ .Nn)(state)) {
        const isSecret = item.secret || row.secret;
        for (const secret of isSecret && row.text ? [row.text] : (0,_semantics_secret_lines_js__WEBPACK_IMPORTED_MODULE_13__/* .secretTexts */ .Vh)(row.text))
            onSecret(secret);
    }
}
/** One warning for all of them. None before the first commit, when nothing is tracked. */
async function untracked({ files }, { git, index, display }, merge) {
    const found = (0,_record_work_tree_status_js__WEBPACK_IMPORTED_MODULE_5__/* .untrackedPaths */ .kN)([...index, ...(merge?.changes?.entries ?? [])], files.keys()).map(display);
    const [first] = found;
    if (first === undefined || (await git.head()) === undefined)
        return [];
    const names = (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_10__/* .someOf */ .yU)(found, { most: 3, noun: 'file' });
    const them = found.length === 1 ? 'it' : 'them';
    const message = `Git does not track ${names}: a plan includes ${them}, but an apply refuses ${them}.`;
    const hint = 'Run `git add` for files that belong to the project, and exclude the others in `include`.';
    return [{ severity: 'warning', code: 'untracked', message, hint, file: first }];
}
/** Yields to the event loop between steps, so that requests and Git proceed while documents are read. */
async function runCooperatively(steps) {
    for (;;) {
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_1__.setImmediate)();
        const step = steps.next();
        if (step.done)
            return step.value;
    }
}


/***/ }),

/***/ 5554:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Yd: () => (/* binding */ tellInterrupted),
/* harmony export */   aQ: () => (/* binding */ heedSignals),
/* harmony export */   q3: () => (/* binding */ refuseStopped)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
// Stops an apply on a signal: between two steps, never in the middle of one.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const STOPPING = 'Stopping after the current step. Interrupt again to stop at once; the outcome of a push may then be unknown.';
const NOTHING_SENT = 'Interrupted: nothing was sent to the server.';
/**
 * Before an apply begins its record, a signal ends the process as usual, after a sentence. Returns what ends this.
 */
function tellInterrupted(host, say) {
    const onSignal = (signal) => {
        stop();
        say(NOTHING_SENT);
        host.kill(host.pid, signal);
    };
    const stop = () => {
        for (const signal of SIGNALS)
            host.off(signal, onSignal);
    };
    for (const signal of SIGNALS)
        host.on(signal, onSignal);
    return stop;
}
/** From now on the first signal requests a stop, the second one at once, and the third ends the process as usual. */
function heedSignals(host, say) {
    const [wanted, atOnce] = [new AbortController(), new AbortController()];
    const onSignal = () => {
        if (!wanted.signal.aborted) {
            wanted.abort();
            return say(STOPPING);
        }
        for (const signal of SIGNALS)
            host.off(signal, onSignal);
        atOnce.abort();
    };
    for (const signal of SIGNALS)
        host.on(signal, onSignal);
    return { wanted: wanted.signal, atOnce: atOnce.signal };
}
/** Throws {@link CommandError} before a push if a stop was requested. */
function refuseStopped(stop, { sent, of }) {
    if (stop?.wanted.aborted !== true)
        return;
    if (sent === 0)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
            code: 'stopped',
            message: 'The apply was stopped: nothing was changed on the server.',
            hint: 'Its record was withdrawn. Apply again.',
        });
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'stopped',
        message: `The apply was stopped after ${sent} of ${of} pushes: the rest was not sent.`,
        hint: 'Apply again to continue with the remaining changes.',
        exitStatus: _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .EXIT */ .dc.unknown,
    });
}


/***/ }),

/***/ 7317:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runCommand: () => (/* binding */ runCommand),
/* harmony export */   targetNames: () => (/* binding */ targetNames)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _render_error_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5074);
/* harmony import */ var _render_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7544);
/* harmony import */ var _render_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4414);
/* harmony import */ var _project_search_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1897);
/* harmony import */ var _terminal_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(248);
// Runs one command of the CLI and catches its errors: they become text or JSON, and an exit status.






/** Loaded only when the command runs: with the embedded server and the YAML editor, every plan would start later. */
const handlers = () => Promise.all(/* import() */[__webpack_require__.e(108), __webpack_require__.e(449), __webpack_require__.e(97), __webpack_require__.e(176)]).then(__webpack_require__.bind(__webpack_require__, 3996));
const completions = () => __webpack_require__.e(/* import() */ 931).then(__webpack_require__.bind(__webpack_require__, 7931));
const firstSteps = () => Promise.all(/* import() */[__webpack_require__.e(837), __webpack_require__.e(108), __webpack_require__.e(449), __webpack_require__.e(97), __webpack_require__.e(65)]).then(__webpack_require__.bind(__webpack_require__, 3065));
const COMMANDS = {
    validate: async () => (await handlers()).validateProject,
    plan: async () => (await handlers()).showPlan,
    drift: async () => (await handlers()).showDrift,
    apply: async () => (await handlers()).applyProject,
    show: async () => (await Promise.all(/* import() */[__webpack_require__.e(108), __webpack_require__.e(449), __webpack_require__.e(882)]).then(__webpack_require__.bind(__webpack_require__, 3306))).showRows,
    history: async () => (await handlers()).showHistory,
    unlock: async () => (await handlers()).unlockTarget,
    info: async () => (await firstSteps()).showInfo,
    init: async () => (await Promise.all(/* import() */[__webpack_require__.e(837), __webpack_require__.e(108), __webpack_require__.e(236)]).then(__webpack_require__.bind(__webpack_require__, 9236))).initProject,
    import: async () => (await firstSteps()).importRepository,
    completion: async () => (await completions()).printCompletion,
    serve: async () => (await firstSteps()).serveRepository,
};
/** Sets the exit status, prints every error, and never throws. */
async function runCommand(host, name, flags) {
    const handler = await COMMANDS[name]();
    const terminal = new _terminal_js__WEBPACK_IMPORTED_MODULE_5__/* .Terminal */ .BK(host, flags);
    const stopDebug = isVerbose(host, flags) ? terminal.debug() : undefined;
    try {
        await terminal.readEnvFile('envFile' in flags ? flags.envFile : undefined);
        terminal.end(await handler(terminal, (0,_project_search_js__WEBPACK_IMPORTED_MODULE_4__/* .withProjectFile */ .Sy)(terminal, name, flags)));
    }
    catch (error) {
        showError(terminal, flags, error);
        terminal.end((0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .knownError */ .YY)(error)?.exitStatus ?? _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .EXIT */ .dc.error);
    }
    finally {
        terminal.stopSpinner();
        stopDebug?.();
    }
}
/** For the completion of a command line. */
async function targetNames(host, config) {
    return (await completions()).targetNames(host, config);
}
function isVerbose({ env }, { verbose = false }) {
    return verbose || env.CONFIGHUB_DEBUG === '1' || env.RUNNER_DEBUG === '1';
}
function showError(terminal, flags, error) {
    const known = (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .knownError */ .YY)(error);
    if (flags.json && known) {
        terminal.out((0,_render_json_js__WEBPACK_IMPORTED_MODULE_2__/* .jsonError */ .FZ)(known));
        return;
    }
    terminal.error((0,_render_text_js__WEBPACK_IMPORTED_MODULE_3__/* .textDiagnostics */ .OF)(known?.diagnostics ?? [], terminal));
    if (known?.differs)
        terminal.error((0,_render_text_js__WEBPACK_IMPORTED_MODULE_3__/* .textDiffers */ .JJ)(known.differs, terminal));
    terminal.error((0,_render_error_js__WEBPACK_IMPORTED_MODULE_1__/* .textError */ .M)(error, terminal));
}


/***/ }),

/***/ 1897:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JN: () => (/* binding */ projectAbove),
/* harmony export */   Sy: () => (/* binding */ withProjectFile),
/* harmony export */   iu: () => (/* binding */ givenConfig)
/* harmony export */ });
/* unused harmony export spelledAs */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
/* harmony import */ var _model_project_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7404);
/* harmony import */ var _render_printable_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1543);
// [edge] Looks for the project file in the working directory and, within a Git work tree, in the folders above it.





/** Not `serve`, whose `--config` is another file; `init` writes to the working directory. */
const WITHOUT_PROJECT = ['init', 'serve', 'completion'];
/** The flags with the project file that was found in a folder above. It is named, because the user may not expect it. */
function withProjectFile(terminal, name, flags) {
    const given = givenConfig(flags.config, terminal.host);
    if (given !== undefined) {
        if (WITHOUT_PROJECT.includes(name))
            return flags;
        return { ...flags, config: spelledAs(given, namesBeside((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(terminal.host.cwd(), given))) };
    }
    const found = projectAbove(terminal.host.cwd());
    if (found === undefined)
        return flags;
    if (name === 'init')
        throw inProject(found);
    // The project whose record is to be removed no longer exists.
    if (WITHOUT_PROJECT.includes(name) || flags.forget)
        return flags;
    if (!terminal.isQuiet)
        terminal.error(`Using the project file ${(0,_render_printable_js__WEBPACK_IMPORTED_MODULE_4__/* .printable */ .g$)(found)}.\n`);
    return { ...flags, config: found };
}
/** The project file that a flag or the environment names. */
function givenConfig(flag, { env }) {
    return [flag, env.CONFIGHUB_CONFIG].find((path = '') => path.trim() !== '');
}
/**
 * The path with the name as it is in its folder. Windows and macOS find a file in any case, but the record of applies
 * belongs to the name that Git has.
 * @param names those in the folder of the file
 */
function spelledAs(path, names) {
    const name = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(path);
    if (names.includes(name) || !path.endsWith(name))
        return path;
    const spelled = names.find((one) => one.toLowerCase() === name.toLowerCase());
    return spelled === undefined ? path : `${path.slice(0, -name.length)}${spelled}`;
}
/** The names in the folder of a file that exists. */
function namesBeside(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path)) : [];
    }
    catch {
        return [];
    }
}
/** The nearest project file in a folder above, relative to this folder; `undefined` if this folder has one itself. */
function projectAbove(folder) {
    const found = searchedFrom(folder).find((one) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(one, _model_project_js__WEBPACK_IMPORTED_MODULE_3__/* .PROJECT_FILE */ .Dp)));
    if (found === undefined || found === folder)
        return undefined;
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(folder, (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(found, _model_project_js__WEBPACK_IMPORTED_MODULE_3__/* .PROJECT_FILE */ .Dp)).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep).join('/');
}
/** The folder and those above it, up to the top of the work tree. Outside Git, those above may belong to other people. */
function searchedFrom(folder) {
    const folders = [folder];
    for (let at = folder; !(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(at, '.git')); at = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(at)) {
        if ((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(at) === at)
            return [folder];
        folders.push((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(at));
    }
    return folders;
}
function inProject(file) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Qd({
        code: 'in-project',
        message: `This folder is in the project ${file}; nothing was written.`,
        hint: 'Add documents to that project. To start another project here, pass `--config confighub.yaml`.',
    });
}


/***/ }),

/***/ 248:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  BK: () => (/* binding */ Terminal),
  VW: () => (/* binding */ printWarnings),
  fA: () => (/* binding */ runtime)
});

// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:readline/promises"
var promises_ = __webpack_require__(6848);
// EXTERNAL MODULE: ./node_modules/nanospinner/dist/index.js
var dist = __webpack_require__(164);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/record/git-repository.js
var git_repository = __webpack_require__(1954);
// EXTERNAL MODULE: ./lib/documents/source-formats.js
var source_formats = __webpack_require__(6700);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./lib/model/document-fields.js
var document_fields = __webpack_require__(5324);
// EXTERNAL MODULE: ./lib/apply/project.js
var project = __webpack_require__(2405);
;// CONCATENATED MODULE: ./lib/commands/env-file.js
// [edge] The environment of a command: that of the process, and below it the variables in the file of `--env-file`.








/** For Git, Node and CI systems, which a file must not steer. `CONFIGHUB_TOKEN` and its like may stand there. */
const RESERVED = ['GIT', ...document_fields/* RESERVED_PREFIXES */.AM.filter((prefix) => prefix !== 'CONFIGHUB')];
const FORBIDDEN = new RegExp(`^(?:CI$|(?:${RESERVED.join('|')})_)`, 'i');
/**
 * A variable that is set and not empty wins over the file. Throws {@link CommandError} if the file has mistakes or is
 * tracked by Git, and an error of the file system if it cannot be read.
 */
async function withEnvFile(file, { env, cwd }) {
    if (file === undefined)
        return env;
    const path = (0,external_node_fs_.realpathSync)((0,external_node_path_.resolve)(cwd, file));
    const variables = variablesIn(new diagnostic/* Source */.kL(file, (0,external_node_fs_.readFileSync)(path, 'utf8')));
    if (await isTracked(path, { env, cwd }))
        throw tracked(file);
    const set = Object.entries(env).filter(([name, text]) => text !== '' || !variables.has(name));
    return Object.fromEntries([...variables, ...set]);
}
function variablesIn(source) {
    const problems = [];
    const report = ({ place, message }) => {
        problems.push(`${place ?? source.file}: ${message}`);
    };
    const entries = (0,source_formats/* readFormat */.C)(source, { format: 'dotenv', separator: '', report });
    for (const { name, offset } of entries) {
        if (FORBIDDEN.test(name)) {
            const message = 'A variable of Git, Node or a CI system cannot be set here.';
            report({ place: new diagnostic/* Place */.YR(source, offset), message });
        }
    }
    if (problems.length > 0) {
        const hint = 'Write `NAME=value` for each variable. Quote a value of several lines.';
        throw new errors/* CommandError */.Qd({ code: 'bad-option', message: problems.join('\n'), hint });
    }
    return new Map(entries.map(({ name, value }) => [name, value.kind === 'scalar' ? value.text : '']));
}
/** Whoever has the repository would have the secrets, too. */
async function isTracked(path, { env, cwd }) {
    const git = await (0,project/* openAround */.Co)(path, { env, cwd }).catch(project/* withoutGit */.nz).catch(project/* gitProblem */.w0);
    if (git === undefined)
        return false;
    const name = (0,external_node_path_.relative)((0,external_node_path_.dirname)(path), path).split(external_node_path_.sep).join('/');
    return (0,git_repository/* inFolder */._z)(await git.index(), git.folder).some((entry) => entry.path === name);
}
function tracked(file) {
    return new errors/* CommandError */.Qd({
        code: 'bad-option',
        message: `Git tracks ${file}: everybody with this repository has what is in it.`,
        hint: `Run \`git rm --cached ${file}\`, add it to .gitignore, and change the secrets that were committed.`,
    });
}

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./lib/apply/runtime.js
// [edge] What commands need from the process: working directory, environment, clock, and callbacks.

/** The clock of this machine. */
const CLOCK = {
    now: () => new Date(),
    pause: (milliseconds) => (0,external_node_timers_promises_.setTimeout)(milliseconds),
};

// EXTERNAL MODULE: ./lib/apply/stop.js
var stop = __webpack_require__(5554);
// EXTERNAL MODULE: ./lib/lib/system.js
var system = __webpack_require__(6762);
// EXTERNAL MODULE: ./lib/lib/trace.js
var trace = __webpack_require__(6242);
// EXTERNAL MODULE: ./lib/model/targets.js
var targets = __webpack_require__(3155);
// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
// EXTERNAL MODULE: ./lib/render/text.js + 1 modules
var render_text = __webpack_require__(4414);
// EXTERNAL MODULE: ./lib/cli/host.js
var host = __webpack_require__(9906);
;// CONCATENATED MODULE: ./lib/cli/commands/terminal.js
// [edge] The terminal: output, colors, confirmation and a spinner; and the runtime of a command.














const SPINNER_DELAY_MS = 500;
/** Known before any file is read. */
const SECRET_VARIABLES = ['CONFIGHUB_TOKEN', 'CONFIGHUB_DIGEST_KEY', 'CONFIGHUB_CLIENT_KEY_PASSPHRASE'];
class Terminal {
    color;
    /** Set once something was sent: an output error then means "unknown" instead of "error, nothing was sent". */
    sent = false;
    /** Print only errors, warnings and the result. */
    isQuiet;
    #secrets = new Set();
    /** Whether debug lines are printed, which may name what a plan masks. */
    isDebugging = false;
    #untold;
    #isBroken = false;
    #status = errors/* EXIT */.dc.done;
    #spinner;
    #timer;
    host;
    /** With the variables of `--env-file`. */
    env;
    /** Columns. */
    get width() {
        return (0,host/* widthOf */.qz)(this.host.stdout);
    }
    constructor(host, flags) {
        this.host = host;
        this.env = host.env;
        this.isQuiet = flags.quiet ?? false;
        this.color = flags.color ?? usesColors(host);
        // A closed pipe (`| head`) is not an error, and does not interrupt an apply.
        for (const stream of [this.host.stdout, this.host.stderr]) {
            stream.on('error', (error) => {
                if (error.code !== 'EPIPE')
                    this.#break();
            });
        }
        // Runs before the handler of host.ts, which does not know whether something was sent.
        this.host.prependListener('uncaughtException', () => this.#break());
    }
    #break() {
        this.#isBroken = true;
        this.end(this.#status);
    }
    /** Sets the exit status. A success becomes a failure if output failed (full disk) or something crashed. */
    end(status) {
        this.#status = status;
        const isSuccess = status === errors/* EXIT */.dc.done || status === errors/* EXIT */.dc.changes;
        const failure = this.sent ? errors/* EXIT */.dc.unknown : errors/* EXIT */.dc.error;
        this.host.exitCode = this.#isBroken && isSuccess ? failure : status;
    }
    out(text) {
        this.stopSpinner();
        this.host.stdout.write((0,host/* fitForRunner */.BG)(text, this.host));
    }
    error(text) {
        this.stopSpinner();
        this.host.stderr.write((0,host/* fitForRunner */.BG)(text, this.host));
    }
    /** Prints what helps to go on, but was not asked for. */
    advise(text) {
        if (!this.isQuiet)
            this.out(text);
    }
    /** Until an apply begins its record, or this returned function is called, a signal is answered with a sentence. */
    tellInterrupted() {
        this.#untold?.();
        this.#untold = (0,stop/* tellInterrupted */.Yd)(this.host, (sentence) => this.error(`${sentence}\n`));
        return () => this.#untold?.();
    }
    /** From now on a signal stops an apply between two steps. */
    heedStop() {
        this.#untold?.();
        return (0,stop/* heedSignals */.aQ)(this.host, (sentence) => this.error(`${sentence}\n`));
    }
    /** From now on debug lines do not show this text. */
    hide(secret) {
        this.#secrets.add(secret);
    }
    /** Puts the variables of a file below those that are set. */
    async readEnvFile(file) {
        this.env = await withEnvFile(file, { env: this.host.env, cwd: this.host.cwd() });
        this.#hideTokens();
    }
    #hideTokens() {
        for (const name of SECRET_VARIABLES)
            this.hide(this.env[name] ?? '');
        for (const token of (0,targets/* targetTokensIn */.Dt)(this.env))
            this.hide(token);
    }
    /** Prints a line for every request, Git process and file read until the returned function is called. */
    debug() {
        this.isDebugging = true;
        this.#hideTokens();
        return (0,trace/* listen */.K)((line) => this.error(`debug: ${(0,printable/* debugLine */.IU)(line, this.#secrets)}\n`));
    }
    /** Whether a person can answer questions. Some CI systems run jobs on a terminal. */
    get isInteractive() {
        const { stdin, stdout, env } = this.host;
        return stdin.isTTY === true && stdout.isTTY === true && !(0,system/* isWorkflow */._2)(env);
    }
    /** Whether an apply asks. Throws {@link CommandError} if it has to and nobody can answer: only `--yes` is a yes. */
    mustAsk({ yes, json }) {
        if (yes || (0,system/* isWorkflow */._2)(this.host.env))
            return false;
        const input = json || !this.host.stderr.isTTY ? undefined : this.#openInput();
        if (input === undefined)
            throw notConfirmed(json === true);
        this.#closeInput(input);
        return true;
    }
    /** Standard input if it is a terminal, otherwise the controlling terminal: `apply | tee log`, `yes n | apply`. */
    #openInput() {
        const { stdin, openTerminal } = this.host;
        return stdin.isTTY ? stdin : openTerminal?.();
    }
    #closeInput(input) {
        if (input !== this.host.stdin)
            input.destroy();
    }
    /** Asks a question. Everything except `y` or `yes` means no, including Ctrl-C and the end of the input. */
    async confirm(question) {
        this.stopSpinner();
        const input = this.#openInput() ?? this.host.stdin;
        const lines = (0,promises_.createInterface)({ input, output: this.host.stderr });
        try {
            const closed = (0,external_node_events_.once)(lines, 'close').then(() => undefined);
            // From Node 24 on, the question itself fails if the input ends.
            const answered = lines.question(`${question} [y/N] `).catch(() => undefined);
            const answer = await Promise.race([answered, closed]);
            if (answer === undefined)
                this.error('\n');
            return /^y(?:es)?$/i.test(answer?.trim() ?? '');
        }
        finally {
            lines.close();
            this.#closeInput(input);
        }
    }
    /** Shows a spinner with this text on a terminal, if the step takes longer than {@link SPINNER_DELAY_MS}. */
    step(text) {
        // nanospinner checks stdout, and never ends on a terminal without a width, such as a pseudo-terminal without a size.
        if (this.isQuiet || !this.host.stdout.isTTY || !this.host.stderr.isTTY || this.host.stderr.columns < 1)
            return;
        if (this.#spinner !== undefined) {
            this.#spinner.update({ text });
            return;
        }
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.#spinner = (0,dist.createSpinner)(text).start();
        }, SPINNER_DELAY_MS);
        this.#timer.unref();
    }
    stopSpinner() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#spinner?.stop();
        this.#spinner = undefined;
    }
}
/** Whether a person asked for colors, or there is a terminal that shows them. */
function usesColors({ env, stdout }) {
    const { FORCE_COLOR, NO_COLOR, TERM } = env;
    if (FORCE_COLOR !== undefined)
        return !['', '0', 'false'].includes(FORCE_COLOR);
    return stdout.isTTY === true && !NO_COLOR && TERM !== 'dumb';
}
function runtime(terminal) {
    const { host } = terminal;
    const actor = systemUser(host);
    return {
        cwd: host.cwd(),
        env: terminal.env,
        ...CLOCK,
        onSecret: terminal.isDebugging ? (secret) => terminal.hide(secret) : undefined,
        onStep: (step) => terminal.step(step),
        ...(actor !== undefined && { actor }),
    };
}
/** Prints mistakes that do not keep a command from its work, and sentences of warning. */
function printWarnings(terminal, { warnings = [], remarks }) {
    terminal.error((0,render_text/* textDiagnostics */.OF)(warnings, terminal));
    for (const remark of remarks)
        terminal.error(`warning: ${(0,printable/* printable */.g$)(remark)}\n`);
}
function notConfirmed(isJson) {
    return new errors/* CommandError */.Qd({
        code: 'not-confirmed',
        message: `Nothing was sent: an apply needs confirmation, and ${isJson ? 'with --json it does not ask' : 'there is no terminal to ask in'}.`,
        hint: 'To see what would change, run plan. To apply without a question, pass --yes.',
    });
}
/** `undefined` if the user has no name, as in some containers. */
function systemUser({ env }) {
    if (env.USER)
        return env.USER;
    try {
        return (0,external_node_os_.userInfo)().username || undefined;
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 5067:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Av: () => (/* binding */ refusePassword),
/* harmony export */   pC: () => (/* binding */ ContentReader),
/* harmony export */   xQ: () => (/* binding */ readPasswords)
/* harmony export */ });
/* harmony import */ var _model_document_fields_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5324);
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
/* harmony import */ var _project_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2161);
/* harmony import */ var _syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6680);
// Texts from inside and outside of documents: inline, from a file (`path`), from the environment (`env`), and passwords.




const FORBIDDEN_ENV = new RegExp(`^(?:${_model_document_fields_js__WEBPACK_IMPORTED_MODULE_0__/* .RESERVED_PREFIXES */ .AM.join('|')})_`, 'i');
const FOR_VALUE = {
    isMissing: (text) => text === '',
    hint: 'Set it (in a workflow, under `env:` of the step). For an empty value, write `""` in the document.',
};
const FOR_PASSWORD = {
    isMissing: (text) => text.trim() === '',
    hint: 'Set it to the password of the group (in a workflow, under `env:` of the step).',
};
/** Why no shell can set a variable of this name, as the end of a sentence. */
function variableNameProblem(name) {
    if (_model_document_fields_js__WEBPACK_IMPORTED_MODULE_0__/* .SETTABLE_NAME */ .vR.test(name))
        return undefined;
    if (/^[0-9]/.test(name))
        return 'begins with a digit';
    const [invalid = ''] = /[^A-Za-z0-9_]/u.exec(name) ?? [];
    return /\s/.test(invalid) ? 'contains a blank' : `contains \`${invalid}\``;
}
/** Maximum characters of all texts from `path` together: a push sends them in one or a few requests. */
const MAX_TOTAL = 256 * 1024 * 1024;
const RELATIVE = 'A `path` is relative to the document that names it. Correct it, or add the file.';
/** Resolves `path` and `env`; each content file is read once. */
class ContentReader {
    files;
    /** Bytes of every content file, by path relative to the root. */
    contents = new Map();
    /** Every path that a document refers to, with the first place. */
    named = new Map();
    /** The documents that refer to a path. */
    naming = new Set();
    #texts = new Map();
    /** Characters so far, counted once per reference. */
    #total = 0;
    #env;
    #missingEnv;
    constructor(options) {
        this.files = options.files;
        this.#env = options.env;
        this.#missingEnv = options.missingEnv;
    }
    /** The source text of a scalar; an explicit `null` is a value, a missing value is an error. */
    scalar(fields, node) {
        if (node.kind !== 'scalar') {
            const message = 'Expected text, not a mapping or a list.';
            return fields.error({ code: 'wrong-type', at: node, message });
        }
        if ((0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .isNull */ .kZ)(node))
            return { text: null };
        if (!(0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .isNothing */ .qv)(node))
            return { text: node.text };
        return fields.error({
            code: 'empty-value',
            at: node,
            message: 'Missing value.',
            hint: 'Write `""` for an empty text, or `null` for a null value.',
        });
    }
    /** The content of the file at `path`, relative to `document`. */
    path(fields, entry, document) {
        const reference = fields.text(entry);
        if (reference === undefined)
            return undefined;
        const at = entry.value;
        const path = (0,_project_files_js__WEBPACK_IMPORTED_MODULE_2__/* .resolvePath */ .o1)(document, reference);
        if (path === undefined) {
            const hint = 'Paths are relative to the document and must stay inside the folder of confighub.yaml.';
            return fields.error({
                code: 'outside-root',
                at,
                message: `${(0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .isShown */ .aJ)(reference) ? `\`${reference}\`` : 'This path'} points outside the project folder.`,
                hint,
            });
        }
        if (!this.named.has(path))
            this.named.set(path, fields.place(at));
        this.naming.add(document);
        const known = this.#texts.get(path);
        if (known !== undefined)
            return this.#counted(fields, at, { text: known, contentPath: path });
        const found = this.files.read(path);
        // A record omits contents that were not committed, so they are unknown.
        if ('problem' in found && this.#env === 'unknown')
            return { text: null, unknown: true, secret: true };
        const shown = (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .isShown */ .aJ)(reference) ? path : '…';
        if ('problem' in found) {
            const message = found.problem.message.replaceAll(path, shown);
            const isMissing = found.problem.code === 'file-missing';
            return fields.error({ at, ...(isMissing && { hint: RELATIVE }), ...found.problem, message });
        }
        this.contents.set(path, found.bytes);
        const decoded = (0,_project_files_js__WEBPACK_IMPORTED_MODULE_2__/* .decodeUtf8 */ ._6)(found.bytes);
        if ('line' in decoded && (0,_project_files_js__WEBPACK_IMPORTED_MODULE_2__/* .looksBinary */ .Wb)(found.bytes)) {
            return fields.error({ code: 'not-utf8', at, message: `${shown} is not a text file.`, hint: _project_files_js__WEBPACK_IMPORTED_MODULE_2__/* .NO_TEXT_HINT */ .e2 });
        }
        if ('line' in decoded) {
            const message = `${shown} is not valid UTF-8 (line ${decoded.line}).`;
            const hint = 'The server stores text only. Convert the file to UTF-8.';
            return fields.error({ code: 'not-utf8', at, message, hint });
        }
        if (decoded.text.includes('\0')) {
            const message = `${shown} contains a NUL character, which the server cannot store.`;
            return fields.error({ code: 'bad-text', at, message, hint: 'Remove it.' });
        }
        this.#texts.set(path, decoded.text);
        return this.#counted(fields, at, { text: decoded.text, contentPath: path });
    }
    #counted(fields, at, content) {
        const before = this.#total;
        this.#total += content.text.length;
        if (this.#total <= MAX_TOTAL)
            return content;
        if (before > MAX_TOTAL)
            return undefined;
        const message = 'The content files read so far exceed 256 MiB in total.';
        return fields.error({
            code: 'file-unreadable',
            at,
            message,
            hint: 'Use fewer files, or split the project.',
        });
    }
    /** The value of the variable named by `env`. Empty counts as missing: a workflow passes an unset secret that way. */
    env(fields, entry) {
        return this.#variable(fields, entry, FOR_VALUE);
    }
    /** Like {@link env}, but blank counts as missing too: the server would silently store values unencrypted. */
    password(fields, entry) {
        return this.#variable(fields, entry, FOR_PASSWORD);
    }
    #variable(fields, entry, { isMissing, hint }) {
        const name = fields.text(entry);
        if (name === undefined)
            return undefined;
        const shown = (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .isShown */ .aJ)(name) ? name : 'in `env`';
        if (FORBIDDEN_ENV.test(name)) {
            return fields.error({
                code: 'env-forbidden',
                at: entry.value,
                message: `\`env\` cannot use ${(0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .isShown */ .aJ)(name) ? name : 'this variable'}: such variables are reserved for the runner and confighub-sync.`,
                hint: 'Pass the value in a variable with another name.',
            });
        }
        const why = variableNameProblem(name);
        if (why !== undefined) {
            const message = `${(0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .isShown */ .aJ)(name) ? `\`${name}\`` : 'This'} cannot be the name of an environment variable: it ${why}.`;
            const nameHint = 'Use letters, digits and `_`, as in `{ env: DB_PASSWORD }`.';
            return fields.error({ code: 'bad-option', at: entry.value, message, hint: nameHint });
        }
        if (this.#env === 'unknown')
            return { text: null, unknown: true, secret: true };
        const text = Object.hasOwn(this.#env, name) ? this.#env[name] : undefined;
        if (text !== undefined && !isMissing(text))
            return { text, variable: name, secret: true };
        const problem = {
            code: 'env-missing',
            at: entry.value,
            message: `The environment variable ${shown} is ${text === undefined ? 'not set' : text === '' ? 'empty' : 'blank'}.`,
            hint,
        };
        if (this.#missingEnv === 'error')
            return fields.error(problem);
        fields.warn(problem);
        return { text: null, unknown: true, variable: name, secret: true };
    }
}
const HINT = 'Use `{ env: NAME_OF_A_VARIABLE }`, and set that variable where the program runs.';
/** Adds them to those that are known. */
function readPasswords(fields, entry, { reader, passwords }) {
    for (const one of fields.mapping(entry.value, '`passwords`')?.entries ?? []) {
        const password = readPassword(fields, one, reader);
        if (password === undefined)
            continue;
        passwords.variables.set(one.key.text, password.variable);
        if (password.text !== undefined)
            passwords.set(one.key.text, password.text);
    }
}
function readPassword(fields, entry, reader) {
    if (entry.value.kind !== 'mapping')
        return refusePassword(fields, entry);
    const { env } = fields.known(entry.value, ['env'], 'A password');
    if (env !== undefined) {
        const content = reader.password(fields, env);
        const name = env.value.kind === 'scalar' ? env.value.text : '';
        const variable = (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .isShown */ .aJ)(name) ? name : '…';
        return content && { variable, ...(content.text !== null && { text: content.text }) };
    }
    if (entry.value.entries.length > 0)
        return undefined;
    const message = 'The password of this group has no source.';
    return fields.error({ code: 'missing-field', at: entry.key, message, hint: HINT });
}
/** Reports a password written in a file. */
function refusePassword(fields, entry) {
    if (entry === undefined)
        return undefined;
    return fields.error({
        code: 'password-in-file',
        at: entry.key,
        message: 'Passwords must not be stored in files: anyone who can read the repository could see them.',
        hint: entry.key.text === 'password'
            ? 'Remove it and name its variable in confighub.yaml: `passwords: { <group>: { env: … } }`.'
            : HINT,
    });
}


/***/ }),

/***/ 1189:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C8: () => (/* binding */ Fields),
/* harmony export */   ac: () => (/* binding */ isFieldName),
/* harmony export */   q0: () => (/* binding */ describe)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5602);
/* harmony import */ var _model_document_fields_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5324);
/* harmony import */ var _syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6680);
// Reads typed fields from a syntax tree and reports invalid ones.




/** Reads the fields of one source. Every method reports an invalid value and returns `undefined` for it. */
class Fields {
    source;
    #report;
    constructor(source, report) {
        this.source = source;
        this.#report = report;
    }
    place(at) {
        return new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .Place */ .YR(this.source, typeof at === 'number' ? at : at.offset);
    }
    error({ at, ...problem }) {
        this.#report({ severity: 'error', ...problem, place: this.place(at) });
    }
    warn({ at, ...problem }) {
        this.#report({ severity: 'warning', ...problem, place: this.place(at) });
    }
    /** A mapping; an empty value counts as an empty mapping. `what` names it in the message. */
    mapping(node, what) {
        if (node.kind === 'mapping')
            return node;
        if ((0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .isNothing */ .qv)(node))
            return (0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .mappingAt */ .oh)(node.offset);
        return this.error({
            code: 'wrong-type',
            at: node,
            message: `${what} must be a mapping, not ${describe(node)}.`,
            hint: mappingHint(node),
        });
    }
    /** The entries by name; an unknown name is reported, with the most similar known one. */
    known(node, known, what) {
        const found = {};
        for (const entry of node.entries) {
            const name = known[known.indexOf(entry.key.text)];
            if (name !== undefined)
                found[name] = entry;
            else
                this.#unknown(entry, known, what);
        }
        return found;
    }
    /** Text that is not blank; numbers count as their source text. */
    text(entry) {
        const { key, value } = entry;
        if (value.kind === 'scalar' && !(0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .isNull */ .kZ)(value) && value.text.trim() !== '')
            return value.text;
        return this.error({
            code: 'wrong-type',
            at: value,
            message: `\`${key.text}\` must be text, not ${describe(value)}.`,
        });
    }
    boolean(entry) {
        const { key, value } = entry;
        if (value.kind === 'scalar' && value.plain) {
            if (/^(true|True|TRUE)$/.test(value.text))
                return true;
            if (/^(false|False|FALSE)$/.test(value.text))
                return false;
        }
        return this.error({
            code: 'wrong-type',
            at: value,
            message: `\`${key.text}\` must be true or false, not ${describe(value)}.`,
        });
    }
    /** Text of one form. `message` says which. */
    matching(entry, { pattern, message }) {
        const text = this.text(entry);
        if (text === undefined || pattern.test(text))
            return text;
        return this.error({ code: 'bad-option', at: entry.value, message });
    }
    oneOf(entry, choices, code = 'bad-option') {
        const text = this.text(entry);
        if (text === undefined)
            return undefined;
        const choice = choices.find((candidate) => candidate === text);
        if (choice !== undefined)
            return choice;
        // Another word may be a misplaced password.
        const isShown = isNear(text, choices);
        return this.error({
            code,
            at: entry.value,
            message: isShown
                ? `\`${text}\` is not a known \`${entry.key.text}\`.`
                : `This \`${entry.key.text}\` is not a known one.`,
            hint: (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .meant */ .wx)(isShown ? text : '', choices),
        });
    }
    /** Whether `opp` is `delete`, which is all that it can be. */
    isDelete(opp) {
        return this.oneOf(opp, ['delete']) !== undefined;
    }
    /** A list of texts; a single text counts as a list of one. */
    texts(entry) {
        const items = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
        const texts = items.map((value) => this.text({ key: entry.key, value }));
        return texts.every((text) => text !== undefined) ? texts : undefined;
    }
    #unknown(entry, known, what) {
        const word = entry.key.text;
        // `password` is a field only to be refused: it must not be suggested.
        const offered = known.filter((name) => name !== _model_document_fields_js__WEBPACK_IMPORTED_MODULE_2__/* .REFUSED_FIELD */ .Ux);
        const isShown = isFieldName(entry) || isNear(word, offered);
        this.error({
            code: 'unknown-field',
            at: entry.key,
            message: isShown ? `${what} has no field \`${word}\`.` : `${what} has an unknown field.`,
            hint: (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .meant */ .wx)(isShown ? word : '', offered),
        });
    }
}
/** Longer words are not shown: they may be passwords. */
const MAX_WORD = 40;
function isNear(word, known) {
    return word.length <= MAX_WORD && (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .nearest */ .pA)(word, known) !== undefined;
}
/** Words in letters, as in `db.hostName`: with digits in between, or without a value, it may be a misplaced password. */
const FIELD_NAME = /^[A-Za-z]+(?:[-_.][A-Za-z]+)*[0-9]{0,2}$/;
/** Whether the name of an unknown field may be shown. */
function isFieldName({ key, value }) {
    return key.text.length <= MAX_WORD && FIELD_NAME.test(key.text) && !(0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .isNothing */ .qv)(value);
}
/** What people write instead of a mapping: `a:1` without a space, or a list. */
function mappingHint(node) {
    if (node.kind === 'sequence')
        return 'Write its entries as `name: value`, without a leading `-`.';
    const isUnspaced = node.kind === 'scalar' && node.plain && node.text.includes(':');
    return isUnspaced ? 'Write a space after the colon: `name: value`.' : 'Write its entries as `name: value`.';
}
/** The kind of a node for messages; never its text, which may be secret. */
function describe(node) {
    if (node.kind === 'mapping')
        return 'a mapping';
    if (node.kind === 'sequence')
        return 'a list';
    if ((0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .isNothing */ .qv)(node))
        return 'nothing';
    return (0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_3__/* .isNull */ .kZ)(node) ? 'null' : 'this text';
}


/***/ }),

/***/ 296:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IZ: () => (/* binding */ findDocuments),
/* harmony export */   K0: () => (/* binding */ configurationFiles),
/* harmony export */   b8: () => (/* binding */ reportEmptiness),
/* harmony export */   ki: () => (/* binding */ unreadWarning),
/* harmony export */   o$: () => (/* binding */ readSource)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5602);
/* harmony import */ var _model_sources_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8655);
/* harmony import */ var _globs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3285);
/* harmony import */ var _project_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2161);
/* harmony import */ var _source_path_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3365);
// Finds and reads the documents of a project, the files that `include` matches, and says what nothing reads.






/** Far more than one project needs; keeps memory bounded. */
const MAX_DOCUMENTS = 10_000;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
function findDocuments(files, { project, projectFile, report, bytes }) {
    const listing = files.list(project.include);
    const matched = matchSources(files, { project, projectFile, report });
    refuseReadTwice(matched, { files, report });
    const own = new Set(matched.flatMap(({ paths }) => paths));
    const documents = listing.paths.filter((path) => path !== projectFile && !own.has(path));
    const read = readAll(files, { paths: [...documents, ...own], bytes, problems: listing.problems });
    const place = project.places.include;
    for (const { path, ...problem } of listing.problems) {
        // A missing file has no text to point into, so the diagnostic points to `include`.
        const at = problem.code === 'file-missing' ? { place } : {};
        report({ severity: 'error', ...problem, file: files.display(path), ...at });
    }
    const byPath = new Map(read.map((file) => [file.path, file]));
    const filesOf = (paths) => paths.flatMap((path) => byPath.get(path) ?? []);
    const sources = matched.flatMap(({ source, paths }) => filesOf(paths).map((file) => ({ source, file })));
    return { found: filesOf(documents), sources, listing };
}
/** The files of each source. A source that matches none is a warning: its files may be added later. */
function matchSources(files, { project, projectFile, report }) {
    return project.sources.map((source) => {
        const { paths: listed, problems } = files.list((0,_source_path_js__WEBPACK_IMPORTED_MODULE_4__/* .globsOf */ .p_)(source));
        const { place } = source;
        for (const { path, ...problem } of problems)
            report({ severity: 'error', ...problem, file: files.display(path), place });
        const paths = listed.filter((path) => path !== projectFile);
        if (paths.length === 0 && problems.length === 0) {
            const message = `No file matches the source \`${(0,_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .cut */ .Jj)(source.path)}\`.`;
            report({ severity: 'warning', code: 'no-documents', message, hint: 'Correct its `path`, or remove it.', place });
        }
        return { source, paths };
    });
}
/** A file declares what one source says: another one would declare the same again, or something else. */
function refuseReadTwice(matched, { files, report }) {
    const first = new Map();
    for (const { source, paths } of matched) {
        const twice = paths.filter((path) => first.has(path));
        for (const path of paths)
            if (!first.has(path))
                first.set(path, source);
        const [path] = twice;
        if (path === undefined)
            continue;
        const them = (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .someOf */ .yU)(twice.map((one) => files.display(one)), { most: 3, noun: 'file' });
        report({
            severity: 'error',
            code: 'conflict',
            message: `Another source reads ${them} too.`,
            hint: 'Narrow one of the two paths, or leave the files out of one of them with `exclude`.',
            place: source.place,
            related: first.get(path)?.place,
        });
    }
}
/** Reads all files, or none with a problem if there are too many or they are too large. */
function readAll(files, { paths, bytes, problems }) {
    const tooMuch = (message) => {
        const hint = 'Exclude files that are not documents from `include`, or split the project.';
        problems.push({ path: paths[0] ?? '', code: 'file-unreadable', message, hint });
        return [];
    };
    if (paths.length > MAX_DOCUMENTS)
        return tooMuch(`\`include\` matches ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(paths.length, 'file')}; the limit is ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(MAX_DOCUMENTS)}.`);
    const found = [];
    let size = 0;
    for (const path of paths) {
        found.push(readFile(files, path, bytes));
        size += bytes.get(path)?.length ?? 0;
        if (size > MAX_TOTAL_BYTES)
            return tooMuch('The files that `include` matches exceed 64 MiB in total.');
    }
    return found;
}
/** Does not report: whether the file is a document is known only after all are read. */
function readFile(files, path, bytes) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const source = readSource(files, path, { report, bytes, missing: 'file-missing' });
    return { path, source: source ?? new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .Source */ .kL(files.display(path), ''), diagnostics };
}
/** Reports a project without declarations, and globs of `include` that match nothing. */
function reportEmptiness(files, read, { project, projectFile, report, listing }) {
    const place = project.places.include;
    if (read.holdNothing && listing.problems.length === 0) {
        const what = read.documents === 0 ? 'No file matches' : 'Nothing is declared in the files that match';
        report({
            severity: 'error',
            code: 'no-documents',
            message: `${what} \`include\` (${project.include.map(_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .cut */ .Jj).join(', ')}).`,
            hint: 'An empty project is never applied. Add a document, or correct `include` in the project file.',
            file: files.display(projectFile),
            place,
        });
    }
    const isUnused = project.sources.length > 0 && place === undefined;
    if (read.documents === 0 || isUnused)
        return;
    for (const glob of listing.unmatched) {
        report({
            severity: 'warning', // Documents may be added later.
            code: 'no-documents',
            message: `No file matches \`${(0,_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .cut */ .Jj)(glob)}\`.`,
            hint: 'Correct it in `include`, or remove it.',
            file: files.display(projectFile),
            place,
        });
    }
}
/** About 400,000 keys. A larger document could exhaust memory, and no server would accept it in one push. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const TOO_LARGE = {
    code: 'file-unreadable',
    message: 'This document is larger than 16 MiB.',
    hint: 'Split it, or move long texts into files and refer to them with `path`.',
};
/** The text of a project file or document; `undefined` after reporting why it cannot be read. */
function readSource(files, path, { report, bytes, missing, }) {
    const found = files.read(path);
    if ('problem' in found) {
        const problem = { ...found.problem };
        if (problem.code === 'file-missing')
            problem.code = missing;
        if (problem.code === 'no-project-file')
            problem.hint =
                'Run the command in the folder of the project, name the file with --config, or create one with `confighub-sync init`.';
        report({ severity: 'error', ...problem, file: files.display(path) });
        return undefined;
    }
    if (found.bytes.length > MAX_DOCUMENT_BYTES) {
        report({ severity: 'error', ...TOO_LARGE, file: files.display(path) });
        return undefined;
    }
    bytes.set(path, found.bytes);
    const decoded = (0,_project_files_js__WEBPACK_IMPORTED_MODULE_3__/* .decodeUtf8 */ ._6)(found.bytes);
    if ('text' in decoded)
        return new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .Source */ .kL(files.display(path), decoded.text);
    // Used only for the position, never to read a value.
    const lossy = new TextDecoder().decode(found.bytes);
    const start = lossy.split('\n', decoded.line - 1).reduce((offset, line) => offset + line.length + 1, 0);
    const isBinary = (0,_project_files_js__WEBPACK_IMPORTED_MODULE_3__/* .looksBinary */ .Wb)(found.bytes);
    report({
        severity: 'error',
        code: 'not-utf8',
        message: isBinary ? 'This is not a text file.' : 'This line is not valid UTF-8.',
        hint: isBinary ? _project_files_js__WEBPACK_IMPORTED_MODULE_3__/* .NO_TEXT_HINT */ .e2 : 'Convert the file to UTF-8.',
        place: new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .Place */ .YR(new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .Source */ .kL(files.display(path), lossy), start),
    });
    return undefined;
}
// Configuration files of other formats beside the documents: `sources` may have been forgotten.
/** Names of files, below the folders that `include` searches. YAML and JSON files are documents there. */
const OTHER_FORMATS = ['*.properties', '*.env', '.env', '.env.*'];
/** How many files and sources a message names. */
const MAX_NAMED = 3;
/** The paths that `include` does not exclude. At the top of a project, such files belong to other programs. */
function configurationFiles({ include, sources }, files) {
    const { includes, excludes } = (0,_globs_js__WEBPACK_IMPORTED_MODULE_2__/* .expanded */ .sz)(include);
    const paths = [...includes.filter((glob) => /[*?[]/.test(glob)), ...sources.map(({ path }) => path)];
    const folders = [...new Set(paths.map(folderOf))];
    const globs = folders
        .filter((folder) => folder !== '')
        .flatMap((folder) => OTHER_FORMATS.map((name) => `${folder}**/${name}`));
    if (globs.length === 0)
        return [];
    return files.list([...globs, ...excludes.map((glob) => `!${glob}`)]).paths;
}
/** The folder of a glob up to its first wildcard, with `/`. */
function folderOf(glob) {
    return /^(?:[^*?[{/]+\/)*/.exec(glob)?.[0] ?? '';
}
/** One warning for all of them, with the sources to add. */
function unreadWarning(paths, { display, sources }) {
    const [first] = paths;
    if (first === undefined)
        return [];
    const names = (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .someOf */ .yU)(paths.map(display), { most: MAX_NAMED, noun: 'file' });
    const isOne = paths.length === 1;
    const lines = [...new Set(paths.map((path) => likeSources(globFor(path), sources)))].slice(0, MAX_NAMED);
    return [
        {
            severity: 'warning',
            code: 'unread-file',
            message: `${names} ${isOne ? 'is' : 'are'} not read.`,
            hint: `To read ${isOne ? 'it' : 'them'}, add \`sources: [${lines.map((line) => `"${line}"`).join(', ')}]\` to the project file. Otherwise exclude ${isOne ? 'it' : 'them'} in \`include\`.`,
            file: display(first),
        },
    ];
}
/** All files of the same kind in the same folder. */
function globFor(path) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const name = path.slice(folder.length);
    return (0,_model_sources_js__WEBPACK_IMPORTED_MODULE_5__/* .formatOf */ .be)(path) === 'dotenv' && name.startsWith('.env') ? path : `${folder}${name.replace(/^.*(?=\.)/, '*')}`;
}
/** With the levels that a source names in the same folders: `deploy/{Application}/*.env` for `deploy/shop/*.env`. */
function likeSources(glob, sources) {
    const folders = glob.split('/').slice(0, -1);
    const alike = sources.map(({ path }) => {
        const own = path.split('/').slice(0, -1);
        const end = folders.findIndex((name, i) => name !== own[i] && !isLevel(own[i]));
        return folders.slice(0, end === -1 ? folders.length : end).map((name, i) => own[i] ?? name);
    });
    const longest = alike.reduce((most, one) => (one.length > most.length ? one : most), []);
    return [...longest, ...glob.split('/').slice(longest.length)].join('/');
}
function isLevel(folder) {
    return folder !== undefined && /^\{\w+\}$/.test(folder);
}


/***/ }),

/***/ 3285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gv: () => (/* binding */ unmatched),
/* harmony export */   H6: () => (/* binding */ documentSearcher),
/* harmony export */   Qj: () => (/* binding */ readGlobs),
/* harmony export */   R3: () => (/* binding */ readContextGlobs),
/* harmony export */   R9: () => (/* binding */ itemAt),
/* harmony export */   c$: () => (/* binding */ isLiteral),
/* harmony export */   ej: () => (/* binding */ documentMatcher),
/* harmony export */   j7: () => (/* binding */ normalise),
/* harmony export */   jN: () => (/* binding */ matcher),
/* harmony export */   qm: () => (/* binding */ leadsOut),
/* harmony export */   sz: () => (/* binding */ expanded),
/* harmony export */   v: () => (/* binding */ readInclude)
/* harmony export */ });
/* unused harmony export searcher */
/* harmony import */ var _lib_glob_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7005);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(402);
/* harmony import */ var _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5602);
/* harmony import */ var _source_path_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3365);
// Globs of the project file: checking them, and matching them against paths in the work tree, in memory and in Git.




/** Reads globs of documents, which must stay inside the project folder. */
function readInclude(fields, entry) {
    const globs = fields.texts(entry);
    if (globs === undefined || !areSimple(fields, entry, { globs, problemOf: _lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .globProblem */ .AI }))
        return undefined;
    const escaping = [...globs.entries()].filter(([, glob]) => leadsOut(glob));
    for (const [index, glob] of escaping) {
        fields.error({
            code: 'outside-root',
            at: itemAt(entry, index),
            message: `\`${(0,_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .cut */ .Jj)(glob)}\` points outside the project folder.`,
            hint: 'Globs are relative to the folder of confighub.yaml. To include files above it, move confighub.yaml up.',
        });
    }
    return escaping.length === 0 ? globs : undefined;
}
/** The node of one glob, whether in a list or a single text. */
function itemAt({ value }, index) {
    return value.kind === 'sequence' ? (value.items[index] ?? value) : value;
}
/** Absolute paths, and paths through `..`. */
const LEADS_OUT = /^\/|^[a-zA-Z]:|(^|[/{,])\.\.(\/|$)/;
/** Whether a glob may match outside of the folder it is relative to. */
function leadsOut(glob) {
    const { includes, excludes } = expanded([glob]);
    return [glob, ...includes, ...excludes].some((one) => LEADS_OUT.test(one));
}
/** Reads globs of names. */
function readGlobs(fields, entry, problemOf = _lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .globProblem */ .AI) {
    const globs = fields.texts(entry);
    return globs !== undefined && areSimple(fields, entry, { globs, problemOf }) ? globs : undefined;
}
/** Reads globs of contexts: every element is a glob of its own. */
function readContextGlobs(fields, entry) {
    return readGlobs(fields, entry, (context) => (0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .elementsOf */ .ZE)(context).map(_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .globProblem */ .AI).find(Boolean));
}
/** Refuses globs that are unsupported or could take too long to match. */
function areSimple(fields, entry, { globs, problemOf }) {
    let isSimple = true;
    for (const [index, glob] of globs.entries()) {
        const problem = problemOf(glob);
        if (problem === undefined)
            continue;
        isSimple = false;
        fields.error({
            code: 'bad-option',
            at: itemAt(entry, index),
            message: `The glob \`${(0,_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .cut */ .Jj)(glob)}\` in \`${entry.key.text}\` ${problem}.`,
            hint: 'Use several simpler globs. Supported: `*`, `**`, `?`, `[…]`, `{a,b}` and a leading `!`.',
        });
    }
    return isSimple;
}
/** Tests whether a path is that of a document, or of a file that a source matches. */
function documentMatcher(project) {
    const tests = globLists(project).map(matcher);
    return (path) => tests.some((fits) => fits(path));
}
/** The same as {@link searcher} for all documents and sources. */
function documentSearcher(project) {
    const tests = globLists(project).map(searcher);
    return (folder) => tests.some((fits) => fits(folder));
}
function globLists({ include, sources }) {
    return [include, ...sources.map(_source_path_js__WEBPACK_IMPORTED_MODULE_2__/* .globsOf */ .p_)];
}
/** Tests paths against globs; a glob that starts with `!` excludes. */
function matcher(globs) {
    const { includes, excludes } = expanded(globs);
    const literals = new Set(includes.filter(isLiteral));
    const patterns = includes.filter((glob) => !literals.has(glob)).map(testOf);
    const files = excludes.map(testOfExclude);
    const isExcludedFolder = folderExcluder(excludes);
    return (path) => (literals.has(path) || patterns.some((fits) => fits(path))) &&
        !files.some((fits) => fits(path)) &&
        !isExcludedFolder(path.split('/').slice(0, -1).join('/'));
}
/** Tests whether a listing would search a folder or one above it, for folders that are not in the work tree. */
function searcher(globs) {
    const { includes, excludes } = expanded(globs);
    const isExcludedFolder = folderExcluder(excludes);
    const globsByPart = includes.map((glob) => glob.split('/').map((text) => ({ text, fits: testOf(text) })));
    return (folder) => globsByPart.some((parts) => leadsInto(parts, folder.split('/'))) && !isExcludedFolder(folder);
}
/** The globs with wildcards that match none of the paths. */
function unmatched(globs, paths) {
    return globs.filter((glob) => !isExclude(glob) && !isLiteral(glob) && !paths.some(matcher([glob])));
}
/** The globs normalised, with braces expanded. */
function expanded(globs) {
    const all = globs.flatMap(_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .alternatives */ .Vo).map(normalise);
    const excludes = all.filter(isExclude).map((glob) => normalise(glob.slice(1)));
    return {
        includes: all.filter((glob) => !isExclude(glob)).filter(Boolean),
        excludes: excludes.filter(Boolean),
    };
}
function isExclude(glob) {
    return glob.startsWith('!');
}
/** `./config/*`, `config/./*` and `config//*` mean the same as `config/*`. */
function normalise(glob) {
    return glob.replace(/\/{2,}/g, '/').replace(/(^|^!|\/)(?:\.\/)+/g, '$1');
}
/** Whether a glob has no wildcard, so that it names one file. */
function isLiteral(glob) {
    return !/^!|[*?[{]/.test(glob);
}
/** Tests whether a folder or one above it is excluded. */
function folderExcluder(excludes) {
    const folders = excludes.filter((glob) => glob.endsWith('/**') || isLiteral(glob.split('/').at(-1) ?? ''));
    const patterns = folders.map(testOfExclude);
    return (folder) => {
        const parts = folder.split('/');
        const paths = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
        return paths.some((path) => patterns.some((fits) => fits(path)));
    };
}
/** Compares part by part; after `**` any folder may match. */
function leadsInto(glob, folder) {
    for (const [i, name] of folder.entries()) {
        const part = glob[i];
        if (part?.text.includes('**'))
            return folder.slice(i).every((below) => isFound(below, glob.slice(i + 1)));
        if (part === undefined || i === glob.length - 1 || !(part.text === name || part.fits(name)))
            return false;
    }
    return true;
}
/** `**` skips names that start with a dot, unless a later part of the glob starts with a dot too. */
function isFound(folder, behind) {
    return !folder.startsWith('.') || behind.some(({ text, fits }) => text.startsWith('.') && fits(folder));
}
/** As in a shell: a wildcard matches a leading dot only if the glob has the dot. */
function testOf(glob) {
    return (0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .patternTest */ .hQ)(glob, { dot: false });
}
function testOfExclude(glob) {
    return (0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .patternTest */ .hQ)(glob, { dot: true });
}


/***/ }),

/***/ 7937:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  gi: () => (/* binding */ loadProject),
  kB: () => (/* binding */ loadProjectFile),
  pL: () => (/* binding */ readProjectFileAlone),
  bB: () => (/* binding */ readProjectFiles)
});

// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./lib/model/project.js
var model_project = __webpack_require__(7404);
// EXTERNAL MODULE: ./lib/model/scope.js
var model_scope = __webpack_require__(997);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/model/targets.js
var model_targets = __webpack_require__(3155);
// EXTERNAL MODULE: ./lib/semantics/ciphers.js
var ciphers = __webpack_require__(2229);
// EXTERNAL MODULE: ./lib/semantics/value-types.js
var value_types = __webpack_require__(6060);
// EXTERNAL MODULE: ./lib/documents/content.js
var content = __webpack_require__(5067);
// EXTERNAL MODULE: ./lib/documents/find-documents.js
var find_documents = __webpack_require__(296);
// EXTERNAL MODULE: ./lib/documents/project-fields.js + 2 modules
var project_fields = __webpack_require__(7100);
// EXTERNAL MODULE: ./lib/documents/fields.js
var documents_fields = __webpack_require__(1189);
// EXTERNAL MODULE: ./lib/documents/parse-yaml.js + 1 modules
var parse_yaml = __webpack_require__(9878);
;// CONCATENATED MODULE: ./lib/documents/project-file.js
// `confighub.yaml` → Project, with the settings of the chosen target. Unsupported settings are refused, never ignored.







/**
 * Reads the project file. Mistakes in all of it are reported; invalid fields keep their default. In a file with `targets`,
 * the settings are those of the chosen one; without such a target, they are the common ones, and `project.target` is absent.
 */
function readProject(source, reading) {
    const { report, reader, otherReader, choice = {} } = reading;
    const fields = new documents_fields/* Fields */.C8(source, report);
    const found = readEntries(fields, report);
    const common = (0,project_fields/* readFields */.qU)(fields, found, (0,project_fields/* defaultProject */.fu)());
    const passwords = new secrets/* Passwords */.p2();
    if (found.passwords)
        (0,content/* readPasswords */.xQ)(fields, found.passwords, { reader, passwords });
    if (found.targets === undefined)
        return { project: common, passwords };
    const listed = readTargets(fields, found, common);
    const targets = listed.map(({ target }) => target);
    const chosen = (0,model_targets/* chosenTarget */.oE)(targets, choice);
    for (const { target, entries } of listed) {
        if (entries.passwords === undefined)
            continue;
        const isChosen = target === chosen;
        const into = isChosen ? passwords : new secrets/* Passwords */.p2();
        (0,content/* readPasswords */.xQ)(fields, entries.passwords, { reader: isChosen ? reader : otherReader, passwords: into });
    }
    const project = listed.find(({ target }) => target === chosen)?.project ?? common;
    return { project: { ...project, targets, ...(chosen && { target: chosen }) }, passwords };
}
function readEntries(fields, report) {
    const [tree, second] = (0,parse_yaml/* parseTrees */.$)(fields.source, report);
    if (second !== undefined) {
        fields.error({ code: 'wrong-type', at: second, message: 'The project file must be a single YAML document.' });
    }
    const mapping = tree && fields.mapping(tree, 'The project file');
    return mapping === undefined ? {} : fields.known(mapping, project_fields/* PROJECT_FIELDS */.kU, 'The project file');
}
/** The valid targets; mistakes in all of them are reported. */
function readTargets(fields, { targets, repository }, common) {
    const mapping = targets && fields.mapping(targets.value, '`targets`');
    if (targets === undefined || mapping === undefined)
        return [];
    if (repository !== undefined) {
        fields.error({
            code: 'bad-option',
            at: repository.key,
            message: '`repository` and `targets` cannot be used together.',
            hint: 'Move `repository` into the target that it belongs to.',
            related: fields.place(targets.key),
        });
    }
    if (mapping.entries.length === 0) {
        const hint = 'Add a target, such as `shop: { repository: acme/shop }`, or remove `targets`.';
        fields.error({ code: 'empty-value', at: targets.key, message: '`targets` is empty.', hint });
    }
    const listed = [];
    for (const entry of mapping.entries) {
        const read = readTarget(fields, entry, common);
        if (read === undefined || isDuplicate(fields, { ...read, entry }, listed))
            continue;
        listed.push({ ...read, entry });
    }
    return listed;
}
function readTarget(fields, entry, common) {
    const name = entry.key.text;
    if (!model_targets/* TARGET_NAME */.MI.test(name)) {
        fields.error({
            code: 'bad-option',
            at: entry.key,
            message: `\`${(0,diagnostic/* cut */.Jj)(name)}\` cannot be the name of a target.`,
            hint: 'Use at most 64 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.',
        });
    }
    const mapping = fields.mapping(entry.value, `The target \`${(0,diagnostic/* cut */.Jj)(name)}\``);
    if (mapping === undefined)
        return undefined;
    const entries = fields.known(mapping, project_fields/* TARGET_FIELDS */.G_, 'A target');
    const project = (0,project_fields/* readFields */.qU)(fields, entries, common);
    if (entries.repository === undefined) {
        fields.error({
            code: 'missing-field',
            at: entry.key,
            message: `The target \`${(0,diagnostic/* cut */.Jj)(name)}\` has no \`repository\`.`,
            hint: 'Add `repository: account/name`.',
        });
    }
    const { url, repository } = project;
    if (repository === undefined)
        return undefined;
    const hasOwnServer = entries.url !== undefined && url !== common.url;
    return { target: { name, repository, ...(url !== undefined && { url }), hasOwnServer }, entries, project };
}
/** Reports a target that shares its repository, or the variable of its token, with an earlier one. */
function isDuplicate(fields, { target, entry }, earlier) {
    const sameName = earlier.find((one) => (0,model_targets/* tokenVariable */.Sj)(one.target.name) === (0,model_targets/* tokenVariable */.Sj)(target.name));
    if (sameName !== undefined) {
        fields.error({
            code: 'conflict',
            at: entry.key,
            message: `The targets \`${sameName.target.name}\` and \`${target.name}\` use the same variable for their token, ${(0,model_targets/* tokenVariable */.Sj)(target.name)}.`,
            hint: 'Rename one of them.',
            related: fields.place(sameName.entry.key),
        });
    }
    const samePlace = earlier.find((one) => (0,model_targets/* isSamePlace */.O1)(one.target, target));
    if (samePlace !== undefined) {
        fields.error({
            code: 'conflict',
            at: entry.key,
            message: `The targets \`${samePlace.target.name}\` and \`${target.name}\` are the same repository, ${(0,diagnostic/* cut */.Jj)((0,model_targets/* repositoryText */.g_)(target.repository))}, on the same server.`,
            hint: 'Make them one target, or correct `repository` or `url`.',
            related: fields.place(samePlace.entry.key),
        });
    }
    return sameName !== undefined || samePlace !== undefined;
}

// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/document-fields.js
var document_fields = __webpack_require__(5324);
// EXTERNAL MODULE: ./lib/documents/read-file-entries.js
var read_file_entries = __webpack_require__(3342);
// EXTERNAL MODULE: ./lib/documents/syntax-tree.js
var syntax_tree = __webpack_require__(6680);
;// CONCATENATED MODULE: ./lib/documents/read-keys.js
// Reads `keys:` of a document: a single value, or a mapping with values and metadata.








function readKeys(at, entry) {
    for (const key of at.fields.mapping(entry.value, '`keys`')?.entries ?? [])
        readKey(at, key);
}
function readKey(at, entry) {
    const key = at.builder.key(entry.key.text, at.fields.place(entry.key));
    if (key === undefined)
        return;
    if (entry.value.kind === 'mapping')
        readKeyObject(at, key, entry.value);
    else
        addValue(at, key, entry, at.context ?? model_context/* EVERYWHERE */.Zh);
}
function readKeyObject(at, key, node) {
    if (isNested(at.fields, key, node))
        return;
    const found = at.fields.known(node, document_fields/* KEY_FIELDS */.MN, 'A key');
    const metadata = readMetadata(at.fields, found);
    at.builder.metadata(key, metadata, (field) => found[field] && at.fields.place(found[field].key));
    if (found.value)
        addValue(at, key, found.value, at.context ?? model_context/* EVERYWHERE */.Zh);
    if (found.values)
        readValues(at, key, found.values);
    if (found.opp)
        readOpp(at, key, found.opp);
    (0,content/* refusePassword */.Av)(at.fields, found.password);
}
/** Reports contexts, or names of further keys, that stand in the place of the fields. One error explains all of them. */
function isNested(fields, key, { entries }) {
    const [first] = entries;
    if (first === undefined || entries.some(({ key: { text } }) => isLikeField(text)))
        return false;
    if (entries.every(({ key: { text } }) => text === document_fields/* REFUSED_FIELD */.Ux))
        return false;
    if (entries.some(({ key: { text } }) => text === '*' || text.includes(';'))) {
        const message = `The contexts of ${key.name} stand directly below the key.`;
        const shown = CONTEXT.test(first.key.text) ? first.key.text : '*';
        const hint = `Write \`values:\` below ${key.name}, and the contexts below it: \`values: { "${shown}": … }\`.`;
        fields.error({ code: 'unknown-field', at: first.key, message, hint });
        return true;
    }
    if (!entries.every(documents_fields/* isFieldName */.ac))
        return false;
    const message = `${key.name} has the name \`${first.key.text}\` below it, but keys are flat.`;
    const hint = `If it is a part of the key's name, write \`${flatName(key.name, first)}\`. If it is an element of a context, write \`${key.name}: { values: { … } }\` with the context in full. If the mapping itself is the value, write \`${key.name}: { vdt: Map, value: { … } }\`.`;
    fields.error({ code: 'unknown-field', at: first.key, message, hint });
    return true;
}
/** `password` is refused as a field, and is a likely name in a group of keys. */
const USUAL_FIELDS = document_fields/* KEY_FIELDS */.MN.filter((field) => field !== document_fields/* REFUSED_FIELD */.Ux);
function isLikeField(name) {
    return USUAL_FIELDS.some((field) => field === name) || (0,lib_text/* nearest */.pA)(name, USUAL_FIELDS) !== undefined;
}
/** A context that may be quoted: it is no password. */
const CONTEXT = /^(?:[\w.+-]{1,40}|\*)(?:;(?:[\w.+-]{1,40}|\*)){0,9}$/;
/** Characters of a name in a hint. */
const MAX_FLAT_NAME = 60;
/** `db.primary.host: …`, of the first value in nested mappings. */
function flatName(prefix, { key, value }) {
    const name = `${prefix}.${key.text}`;
    const inner = value.kind === 'mapping' ? value.entries[0] : undefined;
    return inner !== undefined && (0,documents_fields/* isFieldName */.ac)(inner) && name.length < MAX_FLAT_NAME
        ? flatName(name, inner)
        : `${name}: …`;
}
/** The declared metadata. A `readme` of `null`, as an export has it, counts as not declared. */
function readMetadata(fields, found) {
    const { vdt, readme, deprecated, push, securityGroup } = found;
    const metadata = {};
    const type = vdt && fields.oneOf(vdt, model_state/* VDTS */.Ot, 'unknown-vdt');
    if (type !== undefined)
        metadata.vdt = type;
    if (readme && !(0,syntax_tree/* isNull */.kZ)(readme.value)) {
        if (readme.value.kind === 'scalar')
            metadata.readme = readme.value.text;
        else
            fields.error({ code: 'wrong-type', at: readme.value, message: '`readme` must be text.' });
    }
    const isDeprecated = deprecated && fields.boolean(deprecated);
    if (isDeprecated !== undefined)
        metadata.deprecated = isDeprecated;
    const isPush = push && fields.boolean(push);
    if (isPush !== undefined)
        metadata.push = isPush;
    const group = securityGroup && fields.text(securityGroup);
    if (group !== undefined)
        metadata.securityGroup = group;
    return metadata;
}
function readValues(at, key, entry) {
    for (const value of at.fields.mapping(entry.value, '`values`')?.entries ?? []) {
        const context = at.builder.contexts.read(at.fields, value.key);
        if (context !== undefined)
            addValue(at, key, value, context);
    }
}
function addValue(at, key, entry, context) {
    const value = readValue(at, entry.value, { context, place: at.fields.place(entry.key) });
    if (value !== undefined)
        at.builder.value(key, value);
}
function readOpp(at, key, entry) {
    if (!at.fields.isDelete(entry))
        return;
    if (at.context === undefined) {
        at.builder.absentKey(key, at.fields.place(entry.key));
        return;
    }
    at.fields.error({
        code: 'bad-option',
        at: entry.key,
        message: 'A document with `context:` cannot delete a whole key.',
        hint: 'Use `value: { opp: delete }` for the value in this context, or delete the key in a document without `context:`.',
    });
}
const CHOICES = '`value`, `path`, `env` and `opp: delete`';
/** The value at a node; `undefined` after reporting why it is invalid. */
function readValue(at, node, position) {
    const kind = node.kind === 'mapping' ? kindOf(at.fields, node) : 'plain';
    if (node.kind !== 'mapping' || kind === 'plain')
        return readPlainValue(at, node, position);
    const value = readValueObject(at, node, position);
    return kind === 'mixture' ? undefined : value;
}
/** The kind of a mapping. A mixture is reported, and read only for further mistakes. */
function kindOf(fields, node) {
    const own = node.entries.filter(({ key }) => document_fields/* VALUE_FIELDS */.y$.some((field) => field === key.text));
    const other = node.entries.find(({ key }) => !document_fields/* VALUE_FIELDS */.y$.some((field) => field === key.text));
    if (own.length === 0)
        return 'plain';
    if (other !== undefined) {
        const active = other.key.text === 'active';
        fields.error({
            code: active ? 'deactivate' : 'value-object',
            at: other.key,
            message: active
                ? '`active` is not supported: a push can no longer change an inactive value.'
                : `This mapping mixes fields of a value (\`${own[0]?.key.text}\`) with others (\`${(0,diagnostic/* cut */.Jj)(other.key.text)}\`).`,
            hint: active ? 'Use `opp: delete` to delete it.' : 'If the mapping itself is the value, wrap it in `value:`.',
        });
    }
    return other === undefined ? 'object' : 'mixture';
}
function readValueObject(at, node, { context, place }) {
    const found = document_fields/* VALUE_FIELDS */.y$.flatMap((field) => node.entries.filter(({ key }) => key.text === field));
    const [entry, second] = found;
    if (entry === undefined)
        return undefined;
    if (second !== undefined) {
        const message = `A value takes one of ${CHOICES}, not two.`;
        return at.fields.error({ code: 'value-object', at: second.key, message, hint: 'Keep one of them.' });
    }
    if (entry.key.text === 'value')
        return readPlainValue(at, entry.value, { context, place });
    if (entry.key.text === 'opp') {
        return at.fields.isDelete(entry) ? { context, text: null, absent: true, place } : undefined;
    }
    const content = entry.key.text === 'env' ? at.reader.env(at.fields, entry) : at.reader.path(at.fields, entry, at.document);
    return content && { context, ...content, place };
}
function readPlainValue(at, node, { context, place }) {
    if (node.kind !== 'scalar')
        return { context, text: (0,syntax_tree/* toJson */.aB)(node), native: true, place };
    const content = at.reader.scalar(at.fields, node);
    return content && { context, text: content.text, place };
}

;// CONCATENATED MODULE: ./lib/documents/read-data.js
// Reads `data:` of a document: key and file entries in the shape of a push body or an export.





function readData(at, entry) {
    for (const item of sequence(at.fields, entry)) {
        if (item.kind !== 'mapping') {
            at.fields.error({
                code: 'wrong-type',
                at: item,
                message: 'Each item of `data` must be a key entry or a file entry.',
            });
        }
        else if (item.entries.some(({ key }) => key.text === 'file'))
            readFileEntry(at, item);
        else
            readKeyEntry(at, item);
    }
}
function readKeyEntry(at, node) {
    const found = at.fields.known(node, document_fields/* KEY_ENTRY_FIELDS */.xS, 'A key entry');
    const name = found.key && at.fields.text(found.key);
    if (found.key === undefined) {
        at.fields.error({
            code: 'missing-field',
            at: node,
            message: 'This entry has neither `key` nor `file`.',
            hint: 'Add `key` or `file`.',
        });
    }
    if (found.key === undefined || name === undefined)
        return;
    const key = at.builder.key(name, at.fields.place(found.key.value));
    if (key === undefined)
        return;
    const { password, values, opp } = found;
    (0,content/* refusePassword */.Av)(at.fields, password);
    const metadata = readMetadata(at.fields, found);
    at.builder.metadata(key, metadata, (field) => found[field] && at.fields.place(found[field].key));
    if (opp && at.fields.isDelete(opp))
        at.builder.absentKey(key, at.fields.place(opp.key));
    for (const value of values === undefined ? [] : sequence(at.fields, values))
        readValueEntry(at, key, value);
}
function readValueEntry(at, key, node) {
    if (node.kind !== 'mapping') {
        at.fields.error({
            code: 'wrong-type',
            at: node,
            message: 'Each item of `values` must be a mapping with a `context`.',
        });
        return;
    }
    const found = at.fields.known(node, document_fields/* VALUE_ENTRY_FIELDS */.Xs, 'A value entry');
    const context = contextOfEntry(at, node, found.context);
    if (found.active)
        refuseInactive(at.fields, found.active);
    if (context === undefined)
        return;
    const place = at.fields.place(node);
    if (found.opp) {
        if (at.fields.isDelete(found.opp))
            at.builder.value(key, { context, text: null, absent: true, place });
    }
    else if (found.value === undefined) {
        at.fields.error({
            code: 'missing-field',
            at: node,
            message: 'This value entry has neither `value` nor `opp`.',
            hint: 'Add `value` (`null` is allowed) or `opp: delete`.',
        });
    }
    else {
        const content = at.reader.scalar(at.fields, found.value.value);
        if (content !== undefined)
            at.builder.value(key, { context, ...content, place: at.fields.place(found.value.key) });
    }
}
function readFileEntry(at, node) {
    const found = at.fields.known(node, document_fields/* FILE_ENTRY_FIELDS */.OA, 'A file entry');
    const path = found.file && at.fields.text(found.file);
    if (found.file === undefined || path === undefined)
        return;
    if (found.active)
        refuseInactive(at.fields, found.active);
    (0,content/* refusePassword */.Av)(at.fields, found.password);
    const group = (0,read_file_entries/* readGroup */.iY)(at.fields, found.securityGroup);
    const context = contextOfEntry(at, node, found.context);
    const nameEntry = { key: found.file.value, value: found.file.value };
    if (context === undefined || !(0,read_file_entries/* checkFilePath */.QI)(at.fields, nameEntry))
        return;
    const place = at.fields.place(found.file.value);
    if (found.opp) {
        (0,read_file_entries/* refuseGroupOfDeleted */.KB)(at.fields, found.securityGroup);
        if (at.fields.isDelete(found.opp))
            at.builder.file(path, { context, text: '', absent: true, place });
    }
    else if (found.content === undefined) {
        at.fields.error({
            code: 'missing-field',
            at: node,
            message: 'This file entry has neither `content` nor `opp`.',
            hint: 'Add `content` or `opp: delete`.',
        });
    }
    else {
        const content = at.reader.scalar(at.fields, found.content.value);
        if (content?.text != null)
            at.builder.file(path, { context, text: content.text, place, ...group });
        else if (content)
            at.fields.error({
                code: 'wrong-type',
                at: found.content.value,
                message: 'The content of a file cannot be null.',
            });
    }
}
function contextOfEntry(at, node, entry) {
    if (entry?.value.kind === 'scalar' && !(0,syntax_tree/* isNothing */.qv)(entry.value))
        return at.builder.contexts.read(at.fields, entry.value);
    return at.fields.error({
        code: 'missing-field',
        at: entry?.value ?? node,
        message: 'This entry needs a `context`.',
        hint: 'Add one, with one element per level and `*` for any.',
    });
}
function refuseInactive(fields, active) {
    if (fields.boolean(active) !== false)
        return;
    fields.error({
        code: 'deactivate',
        at: active.key,
        message: '`active: false` is not supported: a push can no longer change an inactive item.',
        hint: 'Use `opp: delete` to delete it.',
    });
}
function sequence(fields, entry) {
    if (entry.value.kind === 'sequence')
        return entry.value.items;
    if (!(0,syntax_tree/* isNothing */.qv)(entry.value)) {
        fields.error({ code: 'wrong-type', at: entry.value, message: `\`${entry.key.text}\` must be a list.` });
    }
    return [];
}

// EXTERNAL MODULE: ./lib/lib/glob.js
var lib_glob = __webpack_require__(7005);
// EXTERNAL MODULE: ./lib/model/sources.js
var sources = __webpack_require__(8655);
// EXTERNAL MODULE: ./lib/documents/source-formats.js
var source_formats = __webpack_require__(6700);
// EXTERNAL MODULE: ./lib/documents/source-path.js
var source_path = __webpack_require__(3365);
;// CONCATENATED MODULE: ./lib/documents/read-sources.js
// Files of `sources` → State: the same declarations as in documents, from formats of other programs.










/** Yields before each file so the caller can do other work. */
function* readSourceFiles(found, { builder, ...input }) {
    for (const one of found) {
        yield;
        for (const diagnostic of one.file.diagnostics)
            input.report(diagnostic);
        const all = { ...input, builder, contexts: builder.contexts };
        for (const declaration of declarationsIn(one, all)) {
            if (declaration.as === 'files')
                declareFile(declaration, all);
            else
                declareValue(declaration, builder);
        }
    }
}
function unreadable({ source, file }) {
    return {
        severity: 'error',
        code: 'bad-option',
        message: `The path \`${(0,diagnostic/* cut */.Jj)(source.path)}\` matches this file, but the names of elements cannot be read from it.`,
        hint: 'Rename the file, or use a simpler path for the source.',
        place: new diagnostic/* Place */.YR(file.source, 0),
        related: source.place,
    };
}
/** The declarations of one file; none if it could not be read. */
function declarationsIn(found, input) {
    const { source, file } = found;
    const { report } = input;
    if (file.diagnostics.length > 0)
        return [];
    const [reading, other] = (0,source_path/* readingsOf */.RO)(source.path, file.path);
    if (reading === undefined) {
        // The same level twice is a condition on the file.
        if (!(0,source_path/* isConditional */.Jz)(source.path))
            report(unreadable(found));
        return [];
    }
    if (other !== undefined) {
        const [one, two] = [reading, other].map(({ elements }) => [...elements].map(([level, element]) => `${level} ${(0,diagnostic/* cut */.Jj)(element)}`).join(', '));
        report({
            severity: 'error',
            code: 'ambiguous-path',
            message: `This path can be read in two ways by \`${(0,diagnostic/* cut */.Jj)(source.path)}\`: ${one}; or ${two}.`,
            hint: 'Use one source for each of them, or rename the file.',
            place: new diagnostic/* Place */.YR(file.source, 0),
            related: source.place,
        });
        return [];
    }
    const fields = new documents_fields/* Fields */.C8(file.source, report);
    const text = contextOf(found, { ...input, reading });
    const context = input.contexts.read(fields, (0,syntax_tree/* textAt */.$6)(0, text));
    if (context === undefined)
        return [];
    if (source.as === 'keys')
        return keysIn(found, { report, context });
    const name = `${source.prefix}${(0,source_path/* serverPath */.Hl)(file.path, { root: source.root, spans: reading.spans })}`;
    return isWanted(source, name, { nocase: false }) ? [{ ...found, as: 'files', name, context }] : [];
}
/** The elements that the path names, in the places of `context`; `*` for all other levels. */
function contextOf({ source }, { levels = [], elements: names, reading: { elements }, }) {
    const { context = '*' } = source;
    if (elements.size === 0)
        return context;
    const given = (0,model_context/* elementsOf */.ZE)(context);
    return levels
        .map((level, i) => {
        const element = elements.get(level);
        return element === undefined
            ? (given[i] ?? '*')
            : (source.elements.get(element) ?? names.get(element) ?? element);
    })
        .join(';');
}
function isWanted({ keys, ignore }, name, options) {
    const matches = (globs) => globs.some((glob) => (0,lib_glob/* globTest */.FX)(glob, options)(name));
    return (keys === undefined || matches(keys)) && !matches(ignore);
}
function keysIn({ source, file }, { report, context }) {
    const format = (0,sources/* formatOf */.be)(file.path);
    if (format === undefined) {
        report({
            severity: 'error',
            code: 'bad-option',
            message: `A source cannot read ${(0,diagnostic/* cut */.Jj)(file.path)}.`,
            hint: 'It reads `.properties`, `.env`, YAML and JSON. Convert the file, or set `as: files` in the source.',
            place: source.place,
        });
        return [];
    }
    const entries = (0,source_formats/* readFormat */.C)(file.source, { format, separator: source.separator, report });
    return entries.flatMap((entry) => {
        const name = `${source.prefix}${entry.name}`;
        if (!isWanted(source, name, { nocase: true }))
            return [];
        const [, typed] = source.types.find(([glob]) => (0,lib_glob/* globTest */.FX)(glob, { nocase: true })(name)) ?? [];
        return [{ source, file, as: 'keys', format, entry, name, context, vdt: typed ?? nativeType(entry.value) }];
    });
}
function declareFile({ file, name: path, context }, { builder, report }) {
    const place = new diagnostic/* Place */.YR(file.source, 0);
    const problem = (0,read_file_entries/* filePathProblem */.tX)(path);
    if (problem !== undefined)
        report({ severity: 'error', code: 'file-path', message: `The path \`${(0,diagnostic/* cut */.Jj)(path)}\` ${problem}.`, place });
    else if (file.source.text.includes('\0'))
        report({
            severity: 'error',
            code: 'bad-text',
            message: `${file.path} contains a NUL character, which the server cannot store.`,
            hint: 'Remove it.',
            place,
        });
    else
        builder.file(path, { context, text: file.source.text, contentPath: file.path, place });
}
function declareValue({ file, entry, name, context, vdt }, builder) {
    const place = new diagnostic/* Place */.YR(file.source, entry.offset);
    const key = builder.key(name, place);
    if (key === undefined)
        return;
    if (vdt !== undefined)
        builder.metadata(key, { vdt }, () => place);
    builder.value(key, { context, place, ...sourceValue(entry.value, vdt) });
}
/** Lists of texts are Lists, everything else that is nested is JSON. */
function nativeType(value) {
    if (value.kind === 'scalar')
        return undefined;
    return value.kind === 'sequence' && value.items.every(({ kind }) => kind === 'scalar') ? 'List' : 'JSON';
}
/** The value that a node means. */
function sourceValue(value, vdt) {
    if (value.kind !== 'scalar')
        return { text: (0,syntax_tree/* toJson */.aB)(value), ...((0,model_state/* isNative */.ib)(vdt) && { native: true }) };
    return { text: (0,syntax_tree/* isNull */.kZ)(value) ? null : (0,syntax_tree/* isNothing */.qv)(value) ? '' : value.text };
}

// EXTERNAL MODULE: ./lib/documents/state-builder.js + 1 modules
var state_builder = __webpack_require__(119);
;// CONCATENATED MODULE: ./lib/documents/read-documents.js
// Documents → State, one at a time, so that only one syntax tree is in memory.










/** Reads all documents. Yields before each one so the caller can do other work. */
function* readAll(found, options) {
    const read = yield* readEach(found, options);
    const { named } = read.reader;
    const contents = found.filter(({ path }) => named.has(path));
    if (contents.length === 0)
        return read;
    // A file referenced by `path` is content, even if `include` matches it: read again without those files.
    const documents = found.filter(({ path }) => !named.has(path));
    const again = yield* readEach(documents, options);
    again.diagnostics.push(...contents.flatMap((file) => contentWithReferences(file, read.reader)));
    return again;
}
function* readEach(found, { newReader, sources, ...options }) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const [builder, reader] = [new state_builder/* StateBuilder */.D({ ...options, report }), newReader()];
    const expansion = { nodes: 0 };
    let holdNothing = true;
    for (const { path, source, diagnostics: problems } of found) {
        yield;
        diagnostics.push(...problems);
        const before = diagnostics.length;
        const nodes = problems.length > 0 ? [] : (0,parse_yaml/* parseTrees */.$)(source, report, expansion);
        holdNothing &&= nodes.length + problems.length + diagnostics.length - before === 0;
        const input = { fields: new documents_fields/* Fields */.C8(source, report), builder, reader, document: path };
        for (const node of nodes)
            readDocument(input, node);
    }
    yield* readSourceFiles(sources, { builder, report, levels: options.levels, elements: options.elements });
    const isNothing = holdNothing && sources.length === 0;
    return { builder, reader, diagnostics, documents: found.length + sources.length, holdNothing: isNothing };
}
/** The mistake of a file that is both content and a document with references. */
function contentWithReferences({ path, source }, { named, naming }) {
    const place = named.get(path);
    if (place === undefined || !naming.has(path))
        return [];
    const message = `${source.file} is referenced by a \`path\`, so it is content, but it refers to other files like a document.`;
    const hint = 'Exclude the content file from `include`, or do not use a document as content.';
    return [{ severity: 'error', code: 'document-is-content', message, hint, place }];
}
function readDocument(input, tree) {
    const { fields } = input;
    const node = fields.mapping(tree, 'A configuration document');
    if (node === undefined)
        return;
    if (isWithoutKeys(fields, node))
        return;
    const found = fields.known(node, document_fields/* DOCUMENT_FIELDS */.G0, 'A configuration document');
    const at = withContext(input, found.context);
    if (found.keys)
        readKeys(at, found.keys);
    if (found.files)
        (0,read_file_entries/* readFiles */.Ul)(at, found.files);
    if (found.data)
        readData(at, found.data);
    if (found.changeComment) {
        const message = '`changeComment` in a document is ignored: the comment of a push is the commit message.';
        fields.warn({ code: 'bad-option', at: found.changeComment.key, message, hint: 'Use --change-comment.' });
    }
    if (found.enableKeyCreation && fields.boolean(found.enableKeyCreation) === false) {
        const message = '`enableKeyCreation: false` is not supported: declared keys that are missing are always created.';
        fields.error({ code: 'bad-option', at: found.enableKeyCreation.key, message });
    }
}
/** Reports keys that stand at the top of a document, which other formats allow. One error explains all of them. */
function isWithoutKeys(fields, { entries }) {
    const [first] = entries;
    const isOther = ({ key: { text } }) => (0,lib_text/* nearest */.pA)(text, document_fields/* DOCUMENT_FIELDS */.G0) === undefined;
    if (first === undefined || !entries.every((entry) => (0,documents_fields/* isFieldName */.ac)(entry) && isOther(entry)))
        return false;
    fields.error({
        code: 'unknown-field',
        at: first.key,
        message: `A configuration document has no field \`${first.key.text}\`.`,
        hint: `Put keys below \`keys:\`, and files below \`files:\`. Known: ${document_fields/* DOCUMENT_FIELDS */.G0.join(', ')}.`,
    });
    return true;
}
function withContext(input, entry) {
    if (entry === undefined)
        return input;
    const text = input.fields.text(entry);
    const context = text !== undefined && entry.value.kind === 'scalar'
        ? input.builder.contexts.read(input.fields, entry.value)
        : undefined;
    if (context !== undefined)
        return { ...input, context };
    // The rest is read only to report its mistakes.
    return { ...input, builder: input.builder.scratch(), context: model_context/* EVERYWHERE */.Zh };
}

;// CONCATENATED MODULE: ./lib/documents/load-project.js
// Reads a whole project: project file, documents and content files → Project and desired State, with all mistakes.














/** Reads a whole project. Never throws for what a user wrote. */
function loadProject(files, options) {
    const reading = readProjectFiles(files, options);
    for (;;) {
        const step = reading.next();
        if (step.done)
            return step.value;
    }
}
/** Like {@link loadProject}, but yields before each document so the caller can do other work. */
function* readProjectFiles(files, options) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const bytes = new Map();
    const name = options.projectFile ?? model_project/* PROJECT_FILE */.Dp;
    const source = (0,find_documents/* readSource */.o$)(files, name, { report, bytes, missing: 'no-project-file' });
    const { env, missingEnv = 'error', choice } = options;
    const newReader = () => new content/* ContentReader */.pC({ files, env, missingEnv });
    const otherReader = readerOfNothing(files);
    const reading = { report, reader: newReader(), otherReader, choice };
    const read = source === undefined ? noProject() : readProject(source, reading);
    const loaded = { ...read, state: (0,model_state/* emptyState */.p$)(), documents: 0, diagnostics, files: bytes };
    const { targets, target } = read.project;
    const isChosen = targets === undefined ? isSingle(read.project, choice) : target !== undefined;
    const isValid = diagnostics.every(({ severity }) => severity !== 'error');
    if (!isChosen && isValid)
        report(noTarget(files.display(name), { targets, choice }));
    if (isChosen && source !== undefined)
        yield* readDocuments(files, loaded, { ...options, newReader, report });
    return { ...loaded, diagnostics: withoutFollowUps(diagnostics).sort(diagnostic/* compareDiagnostics */.oV) };
}
/** Drops further mistakes at the place of an unresolved alias: they follow from it. */
function withoutFollowUps(diagnostics) {
    const idOf = ({ place }) => place && `${place.file}\0${place.offset}`;
    const aliases = new Set(diagnostics.filter(({ code }) => code === 'yaml-alias').map(idOf));
    return diagnostics.filter((one) => one.code === 'yaml-alias' || !aliases.has(idOf(one)));
}
/** A project file without `targets` may be that of another target than the one named now. */
function isSingle(project, { name, at } = {}) {
    return name === undefined || at === undefined || (0,model_targets/* isAt */.ii)(project, at);
}
/** For variables that need not be set. */
function readerOfNothing(files) {
    return new content/* ContentReader */.pC({ files, env: 'unknown', missingEnv: 'warning' });
}
function noTarget(file, { targets = [], choice }) {
    const names = targets.map(({ name }) => name).join(', ');
    const what = choice?.name === undefined ? 'No target is chosen' : `There is no target \`${choice.name}\``;
    return {
        severity: 'error',
        code: 'no-target',
        message: `${what}; the project file has ${names === '' ? 'none' : names}.`,
        hint: 'Choose one with --target.',
        file,
    };
}
/** The project file as far as it can be read; mistakes are not reported. */
function loadProjectFile(files, name, choice) {
    return readProjectFileAlone(files, name, choice).project;
}
/** The project file without its documents. */
function readProjectFileAlone(files, name, choice) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const source = (0,find_documents/* readSource */.o$)(files, name, { report, bytes: new Map(), missing: 'no-project-file' });
    const reader = readerOfNothing(files);
    const reading = { report, reader, otherReader: reader, choice };
    const { project } = source === undefined ? noProject() : readProject(source, reading);
    return { project, diagnostics };
}
function noProject() {
    return { project: (0,project_fields/* defaultProject */.fu)(), passwords: new secrets/* Passwords */.p2() };
}
function* readDocuments(files, loaded, options) {
    const { project } = loaded;
    const { newReader, report, projectFile = model_project/* PROJECT_FILE */.Dp } = options;
    const { found, sources, listing } = (0,find_documents/* findDocuments */.IZ)(files, { project, projectFile, report, bytes: loaded.files });
    const levels = options.levels ?? project.levels;
    const read = yield* readAll(found, {
        sources,
        levels,
        elements: project.elements,
        isSecretName: (0,secrets/* secretNames */.XG)(project.redact),
        newReader,
    });
    // Before sorting: in the order of reading this takes a third of the time.
    const { depth } = read.builder.contexts;
    checkTypes(read.builder.state, depth?.levels ?? project.levels?.length ?? 1, report);
    const state = read.builder.finish();
    for (const diagnostic of read.diagnostics)
        report(diagnostic);
    (0,find_documents/* reportEmptiness */.b8)(files, read, { project, projectFile, report, listing });
    checkScope(state, { scope: project.scope, report });
    checkCipherTexts(state, loaded.passwords, report);
    loaded.state = state;
    loaded.documents = read.documents;
    if (depth !== undefined)
        loaded.depth = depth;
    for (const [path, content] of read.reader.contents)
        loaded.files.set(path, content);
}
/** Checks values against declared types. Types known only to the server are checked when the plan is made. */
function checkTypes(state, depth, report) {
    for (const { item, row } of (0,model_state/* rowsIn */.Nn)(state))
        checkValue(item, row, { depth, report });
}
function checkValue(key, value, { depth, report }) {
    if (key.vdt === undefined && !value.native)
        return;
    const { place } = value;
    if (value.native && !(0,model_state/* isNative */.ib)(key.vdt)) {
        const message = key.vdt === undefined
            ? `A value of key ${key.name} is a mapping or a list, but the key has no declared type.`
            : `A value of key ${key.name} is a mapping or a list, which its type ${key.vdt} does not allow.`;
        report({
            severity: 'error',
            code: 'vdt-required',
            message,
            hint: 'Declare `vdt: Map`, `vdt: List` or `vdt: JSON` beside the value, as in `{ vdt: List, value: [ … ] }`.',
            place,
        });
        return;
    }
    if (key.vdt === undefined || value.absent || value.unknown)
        return;
    const expected = (0,value_types/* valueProblem */.FQ)(key.vdt, value.text);
    if (expected === undefined)
        return;
    report({
        severity: 'error',
        code: 'value-type',
        message: `The value of ${key.name} in \`${(0,model_context/* fullContext */.NH)(value.context, depth)}\` does not fit its type ${key.vdt}.`,
        hint: `Expected: ${expected}.`,
        place,
    });
}
/** Reports cipher texts, such as those copied from an export: they would be encrypted a second time. */
function checkCipherTexts(state, passwords, report) {
    if (passwords.all().length === 0)
        return;
    for (const { item, row } of (0,model_state/* rowsIn */.Nn)(state)) {
        const { text, place } = row;
        const group = (0,model_state/* groupOf */.F8)(item, row);
        const password = group === undefined ? undefined : passwords.of(group);
        if (text === null || password === undefined || (0,ciphers/* opened */.Sg)(text, password) === undefined)
            continue;
        report({
            severity: 'error',
            code: 'cipher-text',
            message: `${(0,model_state/* textName */.Hr)(item)} is already encrypted and would be encrypted again.`,
            hint: 'Declare the clear text, preferably from the environment: `{ env: … }`.',
            place,
        });
    }
}
/** Reports declared items outside the scope: they would never be pushed. */
function checkScope(state, { scope, report }) {
    if (scope === model_scope/* WHOLE_REPOSITORY */.DH)
        return;
    for (const item of state.items.values()) {
        const { kind, name, rows } = item;
        if (kind === 'key' && !scope.item(item)) {
            report(outside(`The key ${name}`, item.place));
            continue;
        }
        const what = kind === 'key' ? `The value of ${name}` : `The file ${name}`;
        for (const { context, place } of rows.values())
            if (!scope.row(item, context))
                report(outside(`${what} in \`${context}\``, place));
    }
}
function outside(what, place) {
    return {
        severity: 'error',
        code: 'outside-scope',
        message: `${what} is outside the scope of this project.`,
        hint: 'Widen `scope` or narrow `ignore` in confighub.yaml, or declare it in the project that owns it.',
        place,
    };
}


/***/ }),

/***/ 9878:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  $: () => (/* binding */ parseTrees)
});

// EXTERNAL MODULE: ./node_modules/js-yaml/dist/js-yaml.mjs
var js_yaml = __webpack_require__(3243);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./lib/documents/syntax-tree.js
var syntax_tree = __webpack_require__(6680);
;// CONCATENATED MODULE: ./lib/documents/yaml-mistakes.js
// Common mistakes in YAML: from the parser's error and the text around it, what is wrong and what to do.

/** The first mistake that fits, if any. */
function yamlMistake(stop) {
    const lines = linesAround(stop);
    for (const find of MISTAKES) {
        const mistake = find(lines);
        if (mistake !== undefined)
            return mistake;
    }
    return undefined;
}
/** Lines searched before the one where parsing stopped, and characters of each: the searches must stay fast. */
const MAX_LINES = 50;
const MAX_LENGTH = 300;
function linesAround({ reason, text, offset }) {
    const start = text.lastIndexOf('\n', offset - 1) + 1;
    const from = Math.max(start, offset - MAX_LENGTH);
    const at = { text: lineAt(text, from), offset: from };
    const before = [];
    for (let end = start - 1, i = 0; end >= 0 && i < MAX_LINES; i++) {
        const begin = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
        const line = lineAt(text, begin);
        if (!/^\s*(?:#|$)/.test(line))
            before.push({ text: line, offset: begin });
        end = begin - 1;
    }
    return { reason, at, before };
}
function lineAt(text, offset) {
    return text.slice(offset, offset + 2 * MAX_LENGTH).split(/\r?\n/, 1)[0] ?? '';
}
/** In this order: the first ones are certain. */
const MISTAKES = [mergeConflict, tab, unquotedContext, unclosedQuote, missingSpace];
function mergeConflict({ at, before }) {
    const marker = [at, ...before].find(({ text }) => /^(?:<{7}|={7}|>{7})(?:\s|$)/.test(text));
    return (marker && {
        problem: 'it has markers of a merge conflict',
        hint: 'Keep the lines of one side, and remove the markers `<<<<<<<`, `=======` and `>>>>>>>`.',
        offset: marker.offset,
    });
}
function tab({ reason, at }) {
    const isTab = /\btab/.test(reason) || /^ *\t/.test(at.text);
    return isTab
        ? { problem: 'it is indented with a tab', hint: 'Indent with spaces: YAML does not allow tabs here.' }
        : undefined;
}
function unquotedContext({ at }) {
    const found = /(?:^|[\s{[,])(\*[^\s,\]}]*;[^\s,\]}:]*|\*(?=:))/.exec(at.text);
    const [all = '', alias = ''] = found ?? [];
    const hint = (0,diagnostic/* contextHint */.j5)(alias);
    if (found === null || hint === undefined)
        return undefined;
    return { problem: 'a context is not quoted', hint, offset: at.offset + found.index + all.length - alias.length };
}
/** The parser stops at the end of the text, or at the next line that is indented less. */
function unclosedQuote({ reason, at, before }) {
    if (!/deficient indentation|unexpected end/.test(reason))
        return undefined;
    for (const line of [at, ...before]) {
        const open = quoteIn(line.text);
        if (open === undefined)
            continue;
        const problem = `\`${open.quote}\` is not closed`;
        const hint = `Add the closing \`${open.quote}\` at the end of the value. If the quote is part of the text, put the whole value in ${open.quote === '"' ? "single quotes: `'…'`" : 'double quotes: `"…"`'}.`;
        return { problem, hint, offset: line.offset + open.index };
    }
    return undefined;
}
/** The quote that a line opens and does not close. */
function quoteIn(line) {
    let open;
    for (let i = 0; i < line.length; i++) {
        const character = line.charAt(i);
        if (open?.quote === '"' && character === '\\')
            i++;
        else if (open !== undefined)
            open = character === open.quote ? undefined : open;
        else if (character === '#' && /(?:^|\s)$/.test(line.slice(0, i)))
            break;
        else if (/["']/.test(character) && /(?:^|[\s:,[{-])$/.test(line.slice(0, i)))
            open = { quote: character, index: i };
    }
    return open;
}
/** `name:value`. YAML reads it as text that goes on in the next line, and stops there. */
function missingSpace({ reason, at, before: [previous] }) {
    if (!/mapping/.test(reason))
        return undefined;
    for (const line of [previous, at]) {
        const name = line && /^\s*(?:- )*["']?[\w.-]+["']?:(?=[^\s:/])/.exec(line.text)?.[0];
        if (line === undefined || !name)
            continue;
        const offset = line.offset + name.length - 1;
        return { problem: 'a space is missing after the colon', hint: 'Write `name: value`.', offset };
    }
    return undefined;
}

;// CONCATENATED MODULE: ./lib/documents/parse-yaml.js
// YAML or JSON text → syntax trees, built from the events of js-yaml, which carry offsets.




/** Placeholder for a mapping or list in the place of a field name: reported and dropped with its value. */
const NO_KEY = (0,syntax_tree/* textAt */.$6)(0, '');
/** What can stand between the last item of a collection in braces or brackets and its end. */
const CLOSING = /(?:[\s,:]|#.*)*[}\]]/y;
/** Builds trees from events. Aliases share the node they refer to; their expanded size is only counted. */
class Composer {
    #source;
    #report;
    #expansion;
    #stack = [];
    /** For each open mapping, the key that still needs its value. */
    #keys = [];
    /** Behind what was read last. */
    #end = 0;
    #anchors = new Anchors();
    #unbounded = false;
    #documents = [];
    constructor(source, { report, expansion }) {
        this.#source = source;
        this.#report = report;
        this.#expansion = expansion;
    }
    compose(events) {
        for (const event of events) {
            if (event.type === js_yaml/* EVENT_ID */.hy.DOCUMENT)
                this.#anchors = new Anchors();
            else if (event.type === js_yaml/* EVENT_ID */.hy.POP)
                this.#close();
            else if (event.type === js_yaml/* EVENT_ID */.hy.SCALAR)
                this.#scalar(event);
            else if (event.type === js_yaml/* EVENT_ID */.hy.ALIAS)
                this.#alias(event.anchorStart, event.anchorEnd);
            else
                this.#open(event);
        }
        // Trees that expand without bound must not be walked.
        return this.#unbounded ? [] : this.#documents.filter((node) => !(0,syntax_tree/* isNothing */.qv)(node));
    }
    #open(event) {
        this.#checkTag(event.tagStart, event.tagEnd);
        const node = event.type === js_yaml/* EVENT_ID */.hy.MAPPING ? (0,syntax_tree/* mappingAt */.oh)(event.start) : (0,syntax_tree/* sequenceAt */.FS)(event.start);
        if (event.anchorStart >= 0)
            this.#anchors.begin(this.#source.text.slice(event.anchorStart, event.anchorEnd), node);
        this.#end = event.start + (this.#isFlow(node) ? 1 : 0);
        this.#stack.push(node);
        this.#keys.push(undefined);
    }
    #isFlow({ offset }) {
        return '{['.includes(this.#source.text.charAt(offset) || ' ');
    }
    /** A collection in braces or brackets ends with them; before them there can be blanks, comments and a comma. */
    #endOf(node) {
        if (!this.#isFlow(node))
            return this.#end;
        CLOSING.lastIndex = this.#end;
        return CLOSING.test(this.#source.text) ? CLOSING.lastIndex : this.#end;
    }
    #close() {
        const node = this.#stack.pop();
        if (node === undefined)
            return;
        const key = this.#keys.pop();
        if (node.kind === 'mapping') {
            if (key !== undefined)
                this.#place(node, key, { ...(0,syntax_tree/* textAt */.$6)(key.offset, ''), plain: true });
            this.#finishMapping(node);
        }
        this.#end = node.end = this.#endOf(node);
        this.#anchors.end(node);
        this.#add(node);
    }
    #scalar(event) {
        this.#checkTag(event.tagStart, event.tagEnd);
        const parent = this.#stack.at(-1);
        const quoted = event.style === js_yaml/* SCALAR_STYLE */.jK.SINGLE_QUOTED || event.style === js_yaml/* SCALAR_STYLE */.jK.DOUBLE_QUOTED;
        const isEmpty = event.valueStart < 0;
        const offset = isEmpty ? (this.#keys.at(-1)?.offset ?? parent?.offset ?? 0) : event.valueStart - (quoted ? 1 : 0);
        const node = {
            kind: 'scalar',
            text: isEmpty ? '' : (0,js_yaml/* getScalarValue */.KE)(this.#source.text, event),
            plain: event.style === js_yaml/* SCALAR_STYLE */.jK.PLAIN && event.tagStart < 0,
            offset,
            end: isEmpty ? offset : event.valueEnd + (quoted ? 1 : 0),
        };
        if (!isEmpty)
            this.#end = node.end;
        // Only escapes in double quotes can produce such characters.
        if (event.style === js_yaml/* SCALAR_STYLE */.jK.DOUBLE_QUOTED && !event.fast)
            for (const mistake of (0,syntax_tree/* textMistakes */.$c)(node.text))
                this.#error(node.offset, mistake);
        if (event.anchorStart >= 0)
            this.#anchors.set(this.#source.text.slice(event.anchorStart, event.anchorEnd), node);
        this.#add(node);
    }
    #alias(start, end) {
        this.#end = end;
        const name = this.#source.text.slice(start, end);
        const target = this.#anchors.get(name);
        if (target === undefined) {
            this.#error(start - 1, (0,syntax_tree/* aliasMistake */.xg)(name, { isOpen: this.#anchors.isBegun(name) }));
            this.#add((0,syntax_tree/* textAt */.$6)(start - 1, ''));
            return;
        }
        this.#expand((0,syntax_tree/* sizeOf */.$d)(target), start - 1);
        this.#add(target);
    }
    #expand(nodes, offset) {
        const before = this.#expansion.nodes;
        this.#expansion.nodes += nodes;
        if (this.#expansion.nodes <= syntax_tree/* MAX_EXPANSION */.fQ)
            return;
        this.#unbounded = true;
        if (before <= syntax_tree/* MAX_EXPANSION */.fQ)
            this.#error(offset, syntax_tree/* TOO_LARGE */.PH);
    }
    #add(node) {
        const parent = this.#stack.at(-1);
        if (parent === undefined)
            this.#documents.push(node);
        else if (parent.kind === 'mapping')
            this.#addToMapping(parent, node);
        else {
            parent.items.push(node);
            this.#grow(parent, node);
        }
    }
    #addToMapping(parent, node) {
        const last = this.#keys.length - 1;
        const key = this.#keys[last];
        if (key !== undefined) {
            this.#keys[last] = undefined;
            this.#place(parent, key, node);
        }
        else if (node.kind === 'scalar') {
            this.#keys[last] = node;
        }
        else {
            this.#error(node.offset, syntax_tree/* NO_NAME */.Wo);
            this.#keys[last] = NO_KEY;
        }
    }
    #place(parent, key, value) {
        if (key === NO_KEY)
            return;
        parent.entries.push({ key, value });
        this.#grow(parent, value);
    }
    #grow(parent, child) {
        const wasDeep = parent.depth > syntax_tree/* MAX_DEPTH */.lr || (0,syntax_tree/* depthOf */.d1)(child) > syntax_tree/* MAX_DEPTH */.lr;
        (0,syntax_tree/* sizedBy */.hS)(parent, child);
        if (wasDeep || parent.depth <= syntax_tree/* MAX_DEPTH */.lr)
            return;
        this.#unbounded = true;
        this.#error(child.offset, syntax_tree/* TOO_DEEP */.gZ);
    }
    /** Fields of the mapping itself win over merged ones; of several merged mappings, the first that has a field. */
    #finishMapping(node) {
        const seen = new Map();
        const merges = [];
        node.entries = node.entries.filter((entry) => {
            const { key } = entry;
            if (key.plain && key.text === '<<') {
                merges.push(entry);
                return false;
            }
            const first = seen.get(key.text);
            if (first === undefined)
                seen.set(key.text, key);
            else
                this.#duplicate(key, first);
            return first === undefined;
        });
        for (const { key, value } of merges) {
            for (const source of value.kind === 'sequence' ? value.items : [value]) {
                if (source.kind !== 'mapping')
                    this.#error(key.offset, syntax_tree/* NO_MAPPING */.xl);
                else
                    for (const entry of source.entries)
                        if (!seen.has(entry.key.text))
                            this.#merge(entry, { node, at: key, seen });
            }
        }
    }
    #merge(entry, { node, at, seen }) {
        seen.set(entry.key.text, entry.key);
        node.entries.push(entry);
        this.#grow(node, entry.value);
        this.#expand((0,syntax_tree/* sizeOf */.$d)(entry.value), at.offset);
    }
    #duplicate(key, first) {
        this.#report({
            severity: 'error',
            code: 'duplicate-field',
            message: `Duplicate field \`${(0,diagnostic/* cut */.Jj)(key.text)}\`.`,
            hint: 'Keep one of them.',
            place: new diagnostic/* Place */.YR(this.#source, key.offset),
            related: new diagnostic/* Place */.YR(this.#source, first.offset),
        });
    }
    #checkTag(start, end) {
        const mistake = start < 0 ? undefined : (0,syntax_tree/* tagMistake */.bL)(this.#source.text.slice(start, end));
        if (mistake !== undefined)
            this.#error(start, mistake);
    }
    #error(offset, mistake) {
        this.#report({ severity: 'error', ...mistake, place: new diagnostic/* Place */.YR(this.#source, offset) });
    }
}
class Anchors {
    /** `undefined` while the node is still open. A repeated name refers to the last node. */
    #nodes = new Map();
    #names = new Map();
    /** Marks a node as open: an alias inside it would be infinite. */
    begin(name, node) {
        this.#nodes.set(name, undefined);
        this.#names.set(node, name);
    }
    end(node) {
        const name = this.#names.get(node);
        if (name !== undefined)
            this.#nodes.set(name, node);
    }
    set(name, node) {
        this.#nodes.set(name, node);
    }
    get(name) {
        return this.#nodes.get(name);
    }
    isBegun(name) {
        return this.#nodes.has(name);
    }
}
/**
 * The non-empty YAML documents of a text; JSON is read by the same rules.
 * Invalid YAML is reported once, where parsing stopped, and yields no documents.
 *
 * @param expansion running total over all documents of the project
 */
function parseTrees(source, report, expansion = { nodes: 0 }) {
    let events;
    try {
        events = (0,js_yaml/* parseEvents */.PH)(source.text, { maxDepth: syntax_tree/* MAX_DEPTH */.lr });
    }
    catch (error) {
        if (!(error instanceof js_yaml/* YAMLException */.tB))
            throw error;
        reportSyntax(source, error, report);
        return [];
    }
    return new Composer(source, { report, expansion }).compose(events);
}
function reportSyntax(source, error, report) {
    const stopped = Math.min(error.mark?.position ?? 0, source.text.length);
    const mistake = yamlMistake({ reason: error.reason, text: source.text, offset: stopped });
    // The rest of the reason may quote the text, which may contain a password.
    const { problem = error.reason.split(/:(?!')|"/, 1)[0]?.trim(), hint, offset = stopped } = mistake ?? {};
    const message = `This is not valid YAML: ${problem}.`;
    report({ severity: 'error', code: 'yaml-syntax', message, place: new diagnostic/* Place */.YR(source, offset), hint });
}


/***/ }),

/***/ 7100:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  kU: () => (/* binding */ PROJECT_FIELDS),
  G_: () => (/* binding */ TARGET_FIELDS),
  fu: () => (/* binding */ defaultProject),
  qU: () => (/* binding */ readFields),
  ol: () => (/* binding */ safetyChanges)
});

// UNUSED EXPORTS: SAFETY_SETTINGS

// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./lib/model/project.js
var model_project = __webpack_require__(7404);
// EXTERNAL MODULE: ./lib/model/scope.js
var model_scope = __webpack_require__(997);
// EXTERNAL MODULE: ./lib/model/server-reads.js
var server_reads = __webpack_require__(6626);
// EXTERNAL MODULE: ./lib/documents/globs.js
var documents_globs = __webpack_require__(3285);
;// CONCATENATED MODULE: ./lib/documents/safety-settings.js

/** @param freedom the higher the number, the more may be done */
function byFreedom(freedom) {
    return (base, head) => {
        const more = freedom(head) - freedom(base);
        if (more === 0)
            return undefined;
        return more > 0 ? 'looser' : 'stricter';
    };
}
/** A higher limit refuses less. */
function guardedLimit(name) {
    return {
        shown: ({ project }) => (0,model_project/* limitText */.PW)(name, project.limits[name]),
        looser: byFreedom(({ project }) => project.limits[name]),
    };
}
/** @param more the effect of adding names; if names are both added and removed, the effect is open */
function guardedNames(field, more) {
    return {
        shown: ({ project }) => listText(project[field]),
        looser: (base, head) => {
            const [before, after] = [new Set(base.project[field]), new Set(head.project[field])];
            if ([...before].every((name) => after.has(name)))
                return more;
            const less = more === 'looser' ? 'stricter' : 'looser';
            return [...after].every((name) => before.has(name)) ? less : undefined;
        },
    };
}
function guardedGlobs(field) {
    return {
        shown: ({ project }) => globsText(project.scope.written[field]),
        looser: byFreedom(({ project }) => (project.scope.written[field] === undefined ? 1 : 0)),
    };
}
/** Sorted, because order does not matter in any of these lists. */
function listText(names) {
    return names.length === 0 ? undefined : [...new Set(names)].sort().join(', ');
}
function globsText(globs) {
    const parts = Object.entries(globs ?? {}).map(([kind, names]) => `${kind}: ${listText(names) ?? 'none'}`);
    return globs && parts.sort().join('; ');
}

// EXTERNAL MODULE: ./lib/lib/glob.js
var glob = __webpack_require__(7005);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/sources.js
var sources = __webpack_require__(8655);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/documents/source-path.js
var source_path = __webpack_require__(3365);
;// CONCATENATED MODULE: ./lib/documents/source-fields.js
// Reads `sources` of the project file: which files are configuration, and what becomes of their names.








/** The valid sources. An item may be just a path. */
function readSources(fields, entry, levels) {
    const items = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
    return items.flatMap((node) => readSource(fields, { node, levels }) ?? []);
}
function readSource(fields, { node, levels }) {
    const found = entriesOf(fields, node);
    if (found === undefined)
        return undefined;
    const path = readPath(fields, { found, node, levels });
    const as = found.as && fields.oneOf(found.as, sources/* SOURCE_KINDS */.s1);
    const context = found.context && fields.text(found.context);
    const keys = found.keys && (0,documents_globs/* readGlobs */.Qj)(fields, found.keys);
    refuseOthers(fields, found, as ?? 'keys');
    if (path === undefined)
        return undefined;
    const named = (0,source_path/* levelsIn */.XL)(path);
    return {
        path,
        exclude: found.exclude ? readExclude(fields, found.exclude) : [],
        as: as ?? 'keys',
        elements: found.elements ? readElements(fields, found.elements) : new Map(),
        prefix: textOf(fields, found.prefix) ?? '',
        separator: textOf(fields, found.separator) ?? '.',
        types: found.types ? readTypes(fields, found.types) : [],
        ignore: (found.ignore && (0,documents_globs/* readGlobs */.Qj)(fields, found.ignore)) ?? [],
        root: (found.root && readRoot(fields, { entry: found.root, path })) ?? '',
        place: fields.place(node),
        ...(context !== undefined && !isNamedTwice(fields, { found, context, named, levels }) && { context }),
        ...(keys !== undefined && { keys }),
    };
}
function entriesOf(fields, node) {
    if (node.kind === 'scalar')
        return { path: { key: { ...node, text: 'path' }, value: node } };
    const mapping = fields.mapping(node, 'A source');
    return mapping && fields.known(mapping, sources/* SOURCE_FIELDS */.qE, 'A source');
}
function readPath(fields, { found, node, levels }) {
    if (found.path === undefined) {
        const hint = 'Add `path: config/*.properties`, for example.';
        return fields.error({ code: 'missing-field', at: node, message: 'This source has no `path`.', hint });
    }
    const written = fields.text(found.path);
    if (written === undefined)
        return undefined;
    const path = (0,documents_globs/* normalise */.j7)(written);
    const at = found.path.value;
    const named = (0,source_path/* levelsIn */.XL)(path);
    if (named.length > 0 && levels === undefined) {
        const hint = 'Add `levels: [Environment, Application]`.';
        return fields.error({ code: 'missing-field', at, message: '`{…}` in a path needs `levels`.', hint });
    }
    const unknown = named.find((level) => !levels?.includes(level));
    if (unknown !== undefined) {
        return fields.error({
            code: 'bad-option',
            at,
            message: `\`{${(0,diagnostic/* cut */.Jj)(unknown)}}\` is not the name of a level.`,
            hint: `${(0,lib_text/* meant */.wx)(unknown, levels ?? [])} A list of names needs a comma: \`{a,b}\`.`,
        });
    }
    const plain = (0,source_path/* withoutLevels */.KY)(path);
    const problem = (0,glob/* globProblem */.AI)(plain);
    if (problem !== undefined)
        return fields.error({ code: 'bad-option', at, message: `The path \`${(0,diagnostic/* cut */.Jj)(path)}\` ${problem}.` });
    if (plain.startsWith('!'))
        return fields.error({ code: 'bad-option', at, message: 'The path of a source cannot exclude files.' });
    if (!(0,documents_globs/* leadsOut */.qm)(plain))
        return path;
    const hint = 'Paths are relative to the folder of confighub.yaml. To read files above it, move confighub.yaml up.';
    return fields.error({
        code: 'outside-root',
        at,
        message: `\`${(0,diagnostic/* cut */.Jj)(path)}\` points outside the project folder.`,
        hint,
    });
}
function readExclude(fields, entry) {
    const globs = (0,documents_globs/* readInclude */.v)(fields, entry) ?? [];
    const index = globs.findIndex((glob) => glob.startsWith('!'));
    if (index === -1)
        return globs;
    const message = '`exclude` says which files are left out: a glob in it cannot begin with `!`.';
    fields.error({ code: 'bad-option', at: (0,documents_globs/* itemAt */.R9)(entry, index), message, hint: 'Write it without `!`.' });
    return [];
}
/** A text that may be empty. */
function textOf(fields, entry) {
    if (entry?.value.kind === 'scalar')
        return entry.value.text;
    return entry && fields.text(entry);
}
/** Names in paths, and the elements that they stand for. */
function readElements(fields, entry) {
    const entries = fields.mapping(entry.value, '`elements`')?.entries ?? [];
    return new Map(entries.flatMap((one) => {
        const element = fields.text(one);
        return element === undefined ? [] : [[one.key.text, element]];
    }));
}
function readTypes(fields, entry) {
    const entries = fields.mapping(entry.value, '`types`')?.entries ?? [];
    return entries.flatMap((one) => {
        const vdt = fields.oneOf({ key: { ...one.key, text: 'vdt' }, value: one.value }, state/* VDTS */.Ot, 'unknown-vdt');
        const globs = (0,documents_globs/* readGlobs */.Qj)(fields, { key: { ...one.key, text: 'types' }, value: one.key });
        return vdt === undefined || globs === undefined ? [] : [[one.key.text, vdt]];
    });
}
/** A folder that all files of the source are in. */
function readRoot(fields, { entry, path }) {
    const root = fields.text(entry)?.replace(/^(?:\.\/)+|\/+$/g, '');
    if (root === undefined || root === '' || path.startsWith(`${root}/`))
        return root;
    const message = `\`root\` must be a folder at the start of the path \`${(0,diagnostic/* cut */.Jj)(path)}\`.`;
    return fields.error({ code: 'bad-option', at: entry.value, message });
}
/** Fields that have no meaning for what the files become. */
function refuseOthers(fields, found, as) {
    const others = as === 'files' ? FOR_KEYS : FOR_FILES;
    for (const field of others) {
        const entry = found[field];
        if (entry === undefined)
            continue;
        const message = as === 'files' ? `\`${field}\` cannot be used with \`as: files\`.` : `\`${field}\` needs \`as: files\`.`;
        fields.error({ code: 'bad-option', at: entry.key, message, hint: 'Remove it.' });
    }
}
/** Fields of sources that become keys only. */
const FOR_KEYS = ['separator', 'types'];
/** Fields of sources that become files only. */
const FOR_FILES = ['root'];
/** Reports a level that both the path and `context` name. */
function isNamedTwice(fields, { found, context, named, levels }) {
    const elements = (0,model_context/* elementsOf */.ZE)(context);
    const twice = levels?.find((level, i) => named.includes(level) && (elements[i] ?? '*') !== '*');
    if (twice === undefined || found.context === undefined)
        return false;
    const message = `Both \`path\` and \`context\` name an element of ${twice}.`;
    fields.error({ code: 'conflict', at: found.context.value, message, hint: 'Write `*` for this level in `context`.' });
    return true;
}

;// CONCATENATED MODULE: ./lib/documents/project-fields.js
// The fields of `confighub.yaml`, or of one target in it, in one table: how each is read, its default, and what a change of it means.







/**
 * In the order in which fields are read, and changes of them shown. `shown` and `looser` are of those that protect the
 * repository, or name it: a pull request says when it changes them.
 */
const FIELDS = {
    version: { read: readVersion },
    // A change of address decides where the token and all values go.
    url: {
        read: readUrl,
        shown: ({ project }) => project.url,
        looser: (base, head) => (base.project.url === undefined || head.project.url === undefined ? undefined : 'looser'),
    },
    repository: {
        read: readRepository,
        shown: ({ project }) => project.repository && Object.values(project.repository).join('/'),
    },
    levels: { read: (entry, { fields }) => given('levels', fields.texts(entry)) },
    order: {
        read: (entry, { fields, project }) => ({ order: readOrder(fields, entry, project.levels) }),
        standard: { order: new Map() },
    },
    include: {
        read: (entry, { fields }) => given('include', (0,documents_globs/* readInclude */.v)(fields, entry)),
        standard: { include: [model_project/* DEFAULT_INCLUDE */.Zy] },
        shown: ({ project }) => listText(project.include),
    },
    elements: {
        read: (entry, { fields }) => ({ elements: readElements(fields, entry) }),
        standard: { elements: new Map() },
    },
    sources: {
        read: (entry, { fields, project }) => ({ sources: readSources(fields, entry, project.levels) }),
        standard: { sources: [] },
        shown: ({ project }) => listText(project.sources.map(({ path }) => path)),
    },
    prune: {
        read: (entry, { fields }) => given('prune', fields.oneOf(entry, model_project/* PRUNE_MODES */.aS)),
        standard: { prune: 'managed' },
        shown: ({ project }) => project.prune,
        looser: byFreedom(({ project }) => ['none', 'managed', 'all'].indexOf(project.prune)),
    },
    onDrift: {
        read: (entry, { fields }) => given('onDrift', fields.oneOf(entry, model_project/* ON_DRIFT */.gD)),
        standard: { onDrift: 'overwrite' },
        shown: ({ project }) => project.onDrift,
        looser: byFreedom(({ project }) => ['fail', 'keep', 'overwrite'].indexOf(project.onDrift)),
    },
    record: {
        read: (entry, { fields }) => ({ record: fields.boolean(entry) ?? true }),
        standard: { record: true },
        shown: ({ project }) => String(project.record),
        // Without a record there is no lock, and no drift is seen.
        looser: byFreedom(({ project }) => Number(!project.record)),
    },
    reads: {
        read: (entry, { fields }) => given('reads', fields.oneOf(entry, server_reads/* READ_MODES */.Cp)),
        standard: { reads: 'all' },
        shown: ({ project }) => project.reads,
        // The less is read, the less is checked.
        looser: byFreedom(({ project }) => server_reads/* READ_MODES */.Cp.indexOf(project.reads)),
    },
    clientVersion: {
        read: (entry, { fields }) => given('clientVersion', fields.matching(entry, VERSION_FORM)),
        standard: { clientVersion: model_project/* DEFAULT_CLIENT_VERSION */.lH },
    },
    protect: {
        read: (entry, { fields }) => ({ protect: (0,documents_globs/* readGlobs */.Qj)(fields, entry) ?? [] }),
        standard: { protect: [] },
        ...guardedNames('protect', 'stricter'),
    },
    scope: {
        read: (entry, { fields, project }) => readScope({ scope: readScopeGlobs(fields, entry) }, project),
        standard: { scope: model_scope/* WHOLE_REPOSITORY */.DH },
        ...guardedGlobs('scope'),
    },
    ignore: {
        read: (entry, { fields, project }) => readScope({ ignore: readScopeGlobs(fields, entry) }, project),
        ...guardedGlobs('ignore'),
    },
    limits: {
        read: (entry, { fields, project }) => ({ limits: { ...project.limits, ...readLimits(fields, entry) } }),
        standard: { limits: (0,model_project/* defaultLimits */.MK)() },
        parts: Object.fromEntries(model_project/* LIMIT_NAMES */.x3.map((name) => [name, guardedLimit(name)])),
    },
    forceKeyPush: {
        read: (entry, { fields }) => ({ forceKeyPush: fields.boolean(entry) ?? false }),
        standard: { forceKeyPush: false },
        shown: ({ project }) => String(project.forceKeyPush),
        looser: byFreedom(({ project }) => Number(project.forceKeyPush)),
    },
    allowNewContexts: {
        read: (entry, { fields }) => ({ allowNewContexts: fields.texts(entry) ?? [] }),
        standard: { allowNewContexts: [] },
        ...guardedNames('allowNewContexts', 'looser'),
    },
    redact: {
        read: (entry, { fields }) => ({ redact: (0,documents_globs/* readGlobs */.Qj)(fields, entry) ?? [] }),
        standard: { redact: [] },
        ...guardedNames('redact', 'stricter'),
    },
    allowSecrets: {
        read: (entry, { fields }) => ({ allowSecrets: (0,documents_globs/* readGlobs */.Qj)(fields, entry) ?? [] }),
        standard: { allowSecrets: [] },
        ...guardedNames('allowSecrets', 'looser'),
    },
    // Read with the values of their variables.
    passwords: {
        shown: ({ passwords }) => listText([...passwords.variables].map(([group, name]) => `${group} from ${name}`)),
    },
    batch: {
        read: readBatch,
        shown: ({ project }) => String(project.batch ?? model_project/* ATOMIC */.im),
        looser: byFreedom(({ project }) => (project.batch === undefined ? 0 : 1)),
    },
    approvals: {
        read: (entry, { fields }) => given('approvals', fields.oneOf(entry, model_project/* APPROVALS */.zo)),
        standard: { approvals: 'other' },
        shown: ({ project }) => project.approvals,
        looser: byFreedom(({ project }) => (project.approvals === 'any' ? 1 : 0)),
    },
    // Each has these fields again.
    targets: {},
};
/** Fields of the project file. */
const PROJECT_FIELDS = Object.keys(FIELDS);
/** Fields of one target in `targets`; each replaces the field of the same name outside. */
const TARGET_FIELDS = PROJECT_FIELDS.filter((field) => field !== 'version' && field !== 'targets');
function defaultProject() {
    return Object.assign({ places: {} }, ...Object.values(FIELDS).map(({ standard }) => standard));
}
/** The project with the fields that are given; of `limits`, only those that are given are replaced. */
function readFields(fields, found, before) {
    const project = { ...before, places: { ...before.places } };
    for (const field of PROJECT_FIELDS) {
        const entry = found[field];
        if (entry === undefined)
            continue;
        project.places[field] = fields.place(entry.value);
        Object.assign(project, FIELDS[field].read?.(entry, { fields, project }));
    }
    return project;
}
/** Names of what is compared with the base, as a plan shows it. */
const SAFETY_SETTINGS = PROJECT_FIELDS.flatMap((field) => settingsOf(field).map(({ setting }) => setting));
function settingsOf(field) {
    const { shown, looser, parts = {} } = FIELDS[field];
    const own = shown === undefined ? [] : [{ setting: field, shown, ...(looser && { looser }) }];
    return [...own, ...Object.entries(parts).map(([setting, part]) => ({ setting, ...part }))];
}
/** Safety settings that differ between two versions of the project file, in the order of the table. */
function safetyChanges(base, head) {
    return PROJECT_FIELDS.flatMap((field) => {
        const place = head.project.places[field];
        const removedFrom = place === undefined ? base.project.places[field] : undefined;
        return settingsOf(field).flatMap(({ setting, shown, looser }) => {
            const [before, after] = [shown(base), shown(head)];
            if (before === after)
                return [];
            return [{ setting, before, after, effect: looser?.(base, head), place, removedFrom }];
        });
    });
}
function given(name, value) {
    return value === undefined ? undefined : { [name]: value };
}
function readVersion(entry, { fields }) {
    const text = fields.text(entry);
    if (text === undefined || text === model_project/* FORMAT_VERSION */.Hp)
        return;
    fields.error({
        code: 'bad-option',
        at: entry.value,
        message: `Unsupported format version ${(0,diagnostic/* cut */.Jj)(text)}; this program supports version ${model_project/* FORMAT_VERSION */.Hp}.`,
        hint: `Use a newer confighub-sync, or write \`version: ${model_project/* FORMAT_VERSION */.Hp}\`.`,
    });
}
function readUrl(entry, { fields }) {
    const text = fields.text(entry);
    const url = text === undefined ? undefined : (0,model_project/* parseUrl */.Dl)(text);
    if (text === undefined || url !== undefined)
        return given('url', url);
    return fields.error({ code: 'bad-url', at: entry.value, ...URL_PROBLEM });
}
function readRepository(entry, { fields }) {
    const text = fields.text(entry);
    const repository = text === undefined ? undefined : (0,model_project/* parseRepository */.SU)(text);
    if (text === undefined || repository !== undefined)
        return given('repository', repository);
    return fields.error({ code: 'bad-repository', at: entry.value, ...REPOSITORY_PROBLEM });
}
/** `atomic` takes a size of before away. */
function readBatch(entry, { fields }) {
    const batch = fields.matching(entry, BATCH_FORM);
    if (batch === undefined)
        return undefined;
    return { batch: batch === model_project/* ATOMIC */.im ? undefined : Number(batch) };
}
/** For each level that it names, a list of elements. */
function readOrder(fields, entry, levels) {
    const tree = fields.mapping(entry.value, '`order`');
    if (tree === undefined)
        return new Map();
    if (levels === undefined) {
        const message = '`order` needs `levels`, which names the context levels.';
        fields.error({ code: 'missing-field', at: entry.key, message, hint: 'Add `levels: [Environment, Application]`.' });
        return new Map();
    }
    const found = fields.known(tree, levels, '`order`');
    return new Map(levels.flatMap((level) => {
        const listed = Object.hasOwn(found, level) ? found[level] : undefined;
        return listed === undefined ? [] : [[level, fields.texts(listed) ?? []]];
    }));
}
const URL_PROBLEM = {
    message: 'The server address is not a plain http or https URL.',
    hint: 'Use an address such as https://config.example.com, without user name, password, ? or #.',
};
const REPOSITORY_PROBLEM = {
    message: 'The repository does not have the form `account/name`.',
    hint: 'Use a name such as acme/shop; `confighub-sync info` lists the repositories of a server.',
};
/** `v` followed by major.minor (interface.md, Versioning). */
const VERSION_FORM = {
    pattern: model_project/* CLIENT_VERSION */.fZ,
    message: `\`clientVersion\` must be a client API version such as ${model_project/* DEFAULT_CLIENT_VERSION */.lH}.`,
};
const BATCH_FORM = {
    pattern: new RegExp(`^${model_project/* ATOMIC */.im}$|${model_project/* BATCH_SIZE */.BU.source}`),
    message: '`batch` must be `atomic` or a number of values per request.',
};
/** The valid limits; mistakes are reported. */
function readLimits(fields, entry) {
    const tree = fields.mapping(entry.value, '`limits`');
    const found = tree === undefined ? {} : fields.known(tree, model_project/* LIMIT_NAMES */.x3, '`limits`');
    const limits = {};
    for (const name of model_project/* LIMIT_NAMES */.x3) {
        const limit = found[name] && readLimit(fields, { name, entry: found[name] });
        if (limit !== undefined)
            limits[name] = limit;
    }
    return limits;
}
function readLimit(fields, { name, entry }) {
    const text = fields.text(entry);
    const limit = text === undefined ? undefined : (0,model_project/* parseLimit */.Fv)(name, text);
    if (text === undefined || limit !== undefined)
        return limit;
    const { isShare } = model_project/* LIMITS */.b1[name];
    return fields.error({
        code: 'wrong-type',
        at: entry.value,
        message: `\`${name}\` must be ${isShare ? 'a share from 0% to 100%' : 'a whole number of items'}, not \`${(0,diagnostic/* cut */.Jj)(text)}\`.`,
        ...(isShare && { hint: `Write it like \`${name}: 30%\`.` }),
    });
}
const READERS = { keys: documents_globs/* readGlobs */.Qj, contexts: documents_globs/* readContextGlobs */.R3, files: documents_globs/* readGlobs */.Qj };
function readScope(globs, { scope: before }) {
    const { scope, ignore } = { ...before.written, ...globs };
    return { scope: (0,model_scope/* scopeOf */.Od)({ ...(scope && { scope }), ...(ignore && { ignore }) }) };
}
function readScopeGlobs(fields, entry) {
    const name = `\`${entry.key.text}\``;
    const node = fields.mapping(entry.value, name);
    if (node === undefined)
        return undefined;
    const found = fields.known(node, model_scope/* SCOPE_FIELDS */.du, name);
    const globs = {};
    for (const field of model_scope/* SCOPE_FIELDS */.du) {
        const list = found[field] && READERS[field](fields, found[field]);
        if (list !== undefined)
            globs[field] = list;
    }
    return globs;
}


/***/ }),

/***/ 2161:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Wb: () => (/* binding */ looksBinary),
/* harmony export */   _6: () => (/* binding */ decodeUtf8),
/* harmony export */   _o: () => (/* binding */ filesInMemory),
/* harmony export */   e2: () => (/* binding */ NO_TEXT_HINT),
/* harmony export */   o1: () => (/* binding */ resolvePath)
/* harmony export */ });
/* harmony import */ var _globs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3285);

/** Files in memory, such as those of a baseline. */
function filesInMemory(files) {
    return {
        display: (path) => path,
        list: (globs) => {
            const paths = [...files.keys()].filter((0,_globs_js__WEBPACK_IMPORTED_MODULE_0__/* .matcher */ .jN)(globs)).sort();
            return { paths, problems: [], unmatched: (0,_globs_js__WEBPACK_IMPORTED_MODULE_0__/* .unmatched */ .Gv)(globs, paths) };
        },
        read: (path) => {
            const bytes = files.get(path);
            if (bytes !== undefined)
                return { bytes };
            return { problem: { code: 'file-missing', message: `File not found: ${path}.` } };
        },
    };
}
const ABSOLUTE_PATH = /^(?:\/|[a-zA-Z]:)/;
/** `content/a.txt` named in `config/x.yaml` → `config/content/a.txt`; `undefined` when that leaves the root. */
function resolvePath(document, reference) {
    if (ABSOLUTE_PATH.test(reference))
        return undefined;
    const parts = document.split('/').slice(0, -1);
    for (const part of reference.split('/')) {
        if (part === '' || part === '.')
            continue;
        if (part !== '..')
            parts.push(part);
        else if (parts.pop() === undefined)
            return undefined;
    }
    return parts.length === 0 ? undefined : parts.join('/');
}
/** Whether bytes that are not UTF-8 are no text in another encoding either: only UTF-16 has NUL bytes, and a mark in front. */
function looksBinary(bytes) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    return !isUtf16 && bytes.includes(0);
}
const NO_TEXT_HINT = 'The server stores text only. Leave the file out, or store it elsewhere.';
/** The text of UTF-8 bytes, or the number of the first line that is not UTF-8. */
function decodeUtf8(bytes) {
    try {
        return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
    }
    catch {
        return { line: firstBadLine(bytes) };
    }
}
function firstBadLine(bytes) {
    let line = 1;
    for (let start = 0; start < bytes.length; line++) {
        const found = bytes.indexOf(10, start);
        const end = found === -1 ? bytes.length : found;
        try {
            new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end));
        }
        catch {
            return line;
        }
        start = end + 1;
    }
    return line;
}


/***/ }),

/***/ 3342:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KB: () => (/* binding */ refuseGroupOfDeleted),
/* harmony export */   QI: () => (/* binding */ checkFilePath),
/* harmony export */   Ul: () => (/* binding */ readFiles),
/* harmony export */   ZU: () => (/* binding */ isFileField),
/* harmony export */   iY: () => (/* binding */ readGroup),
/* harmony export */   tX: () => (/* binding */ filePathProblem)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(402);
/* harmony import */ var _model_document_fields_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5324);
/* harmony import */ var _content_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5067);
/* harmony import */ var _syntax_tree_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6680);
// Reads `files:` of a document: paths, their contexts, and the content for each.




function readFiles(at, entry) {
    const files = at.fields.mapping(entry.value, '`files`');
    for (const file of files?.entries ?? [])
        readFile(at, file);
}
function readFile(at, entry) {
    if (!checkFilePath(at.fields, entry))
        return;
    const node = entry.value.kind === 'mapping' ? entry.value : undefined;
    if (node === undefined || node.entries.length === 0) {
        at.fields.error({
            code: 'wrong-type',
            at: (0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .isNothing */ .qv)(entry.value) ? entry.key : entry.value,
            message: `The file \`${entry.key.text}\` needs contexts, with content for each.`,
            hint: 'Add `"*;*": { path: … }` or `"*;*": { content: … }` below it.',
        });
    }
    else if (isFileObject(node)) {
        addFile(at, { path: entry.key.text, entry, context: at.context ?? _model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .EVERYWHERE */ .Zh });
    }
    else {
        for (const one of node.entries) {
            const context = at.builder.contexts.read(at.fields, one.key);
            if (context !== undefined)
                addFile(at, { path: entry.key.text, entry: one, context });
        }
    }
}
function isFileObject(node) {
    return node.entries.some(({ key }) => isFileField(key.text));
}
function addFile(at, { path, entry, context }) {
    const content = readFileObject(at, entry);
    if (content !== undefined)
        at.builder.file(path, { context, place: at.fields.place(entry.key), ...content });
}
function readFileObject(at, entry) {
    const { fields, reader, document } = at;
    if (entry.value.kind !== 'mapping') {
        const hint = 'Use `{ path: … }` for a file next to this document, or `{ content: … }` for inline text.';
        return fields.error({
            code: 'wrong-type',
            at: entry.value,
            message: 'The content of a file must be a mapping.',
            hint,
        });
    }
    const found = fields.known(entry.value, _model_document_fields_js__WEBPACK_IMPORTED_MODULE_0__/* .FILE_FIELDS */ .L9, 'A file');
    (0,_content_js__WEBPACK_IMPORTED_MODULE_1__/* .refusePassword */ .Av)(fields, found.password);
    const group = readGroup(fields, found.securityGroup);
    const { password: _, securityGroup: __, ...contents } = found;
    const [given, second] = Object.values(contents);
    if (given === undefined || second !== undefined) {
        const message = 'A file needs exactly one of `path`, `content`, `env` and `opp: delete`.';
        const hint = 'For an empty file, use `content: ""`.';
        return fields.error({ code: 'value-object', at: second?.key ?? entry.key, message, hint });
    }
    if (given === found.opp) {
        refuseGroupOfDeleted(fields, found.securityGroup);
        return fields.isDelete(given) ? { text: '', absent: true } : undefined;
    }
    const content = given === found.path
        ? reader.path(fields, given, document)
        : given === found.env
            ? reader.env(fields, given)
            : reader.scalar(fields, given.value);
    if (content === undefined)
        return undefined;
    const { text, ...marks } = content;
    if (text !== null || marks.unknown)
        return { ...marks, text: text ?? '', ...group };
    return fields.error({
        code: 'wrong-type',
        at: given.value,
        message: 'The content of a file cannot be null.',
    });
}
function readGroup(fields, entry) {
    const securityGroup = entry && fields.text(entry);
    return securityGroup === undefined ? {} : { securityGroup };
}
/** A deleted file cannot declare a security group. */
function refuseGroupOfDeleted(fields, entry) {
    if (entry === undefined)
        return;
    const message = 'A file with `opp: delete` cannot have a `securityGroup`.';
    fields.error({ code: 'conflict', at: entry.key, message, hint: 'Remove it.' });
}
/** Reports paths that the server would refuse or store under another name (behaviour.md, section 10). */
function checkFilePath(fields, entry) {
    const path = entry.key.text;
    const why = filePathProblem(path);
    if (why === undefined)
        return true;
    fields.error({
        code: 'file-path',
        at: entry.key,
        message: `The path \`${path.slice(0, 80)}\` ${why}.`,
        hint: PATH_RULES.find(({ refuses }) => refuses.test(path))?.hint ?? 'Shorten it.',
    });
    return false;
}
/** Why a path is invalid, as the end of a sentence. */
function filePathProblem(path) {
    const problem = PATH_RULES.find(({ refuses }) => refuses.test(path));
    if (problem !== undefined)
        return problem.why;
    return path.length > MAX_PATH ? `is longer than ${MAX_PATH} characters` : undefined;
}
/** Whether a field name marks a mapping as a file rather than a set of contexts. */
function isFileField(name) {
    return _model_document_fields_js__WEBPACK_IMPORTED_MODULE_0__/* .FILE_FIELDS */ .L9.some((field) => field === name);
}
/** Characters of a path at most. */
const MAX_PATH = 255;
const PATH_RULES = [
    { refuses: /^[\s\0-\x20]*$/, why: 'is blank', hint: 'Name a file.' },
    {
        refuses: /^\//,
        why: 'begins with a slash, which the server handles inconsistently',
        hint: 'Remove the leading slash.',
    },
    // To the server, everything up to U+0020 is blank, and the last part of a path is the name.
    { refuses: /\/[\0-\x20]*$/, why: 'does not end in a file name', hint: 'Name a file, not a folder.' },
    { refuses: /[\n\r\0]/, why: 'contains a line break or a NUL character', hint: 'Remove it.' },
];


/***/ }),

/***/ 6700:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ readFormat)
/* harmony export */ });
/* harmony import */ var dot_properties__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2483);
/* harmony import */ var dotenv__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8889);
/* harmony import */ var _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5602);
/* harmony import */ var _parse_yaml_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9878);
/* harmony import */ var _fields_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1189);
/* harmony import */ var _syntax_tree_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6680);
// Reads properties, dotenv and nested YAML or JSON into names and values with their places.






/** In the order of the file; a name that stands there twice is returned twice. Mistakes are reported. */
function readFormat(given, { format, separator, report }) {
    // A byte order mark would become a part of the first name. YAML knows it.
    const text = new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_2__/* .Source */ .kL(given.file, given.text.replace(/^\uFEFF/, ' '));
    if (format === 'properties')
        return readProperties(text.text);
    if (format === 'dotenv')
        return readDotenv(text, report);
    const trees = (0,_parse_yaml_js__WEBPACK_IMPORTED_MODULE_3__/* .parseTrees */ .$)(given, report);
    const second = trees[1];
    if (second !== undefined) {
        report({ severity: 'error', ...SEVERAL_DOCUMENTS, place: new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_2__/* .Place */ .YR(given, second.offset) });
        return [];
    }
    return trees.flatMap((tree) => flattened(tree, { separator, text: given, report }));
}
/** Programs that write several give them conditions, such as profiles of Spring, which a source does not know. */
const SEVERAL_DOCUMENTS = {
    code: 'wrong-type',
    message: 'This file has several YAML documents (`---`). A source reads only one, for one context.',
    hint: 'Put each document into a file of its own.',
};
function readProperties(text) {
    const pairs = (0,dot_properties__WEBPACK_IMPORTED_MODULE_0__.parseLines)(text, true).filter((line) => line.type === 'PAIR');
    return pairs.map(({ key, value, range: [offset, , start = offset, end = start] }) => {
        return { name: key, offset, value: (0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(start, value ?? '', end) };
    });
}
/** In a line that the library reads as an entry, what stands before its key. */
const BEFORE_DOTENV_KEY = /^\s*(?:export\s+)?(?=[\w.-]+(?:\s*=|:(?:\s|$)))/;
/**
 * The library knows no places: every key gets its offset as a part of its name, which is taken out again. Other lines get
 * theirs too, behind a `!`, which no key has: what comes back neither in a key nor in a value was not read.
 */
function readDotenv(file, report) {
    const { text } = file;
    const marker = markerFor(text);
    const unread = new Set();
    const marked = text.replace(/[^\r\n]+/g, (line, at) => {
        const key = BEFORE_DOTENV_KEY.exec(line)?.[0].length;
        const start = key ?? line.length - line.trimStart().length;
        if (key === undefined && /^(?:#|$)/.test(line.slice(start)))
            return line;
        unread.add(at + start);
        return `${line.slice(0, start)}${key === undefined ? '!' : ''}${marker}${at + start}_${line.slice(start)}`;
    });
    const marks = new RegExp(`!?${marker}(\\d+)_`, 'g');
    const entries = Object.entries((0,dotenv__WEBPACK_IMPORTED_MODULE_1__.parse)(marked)).map(([key, value]) => {
        for (const [, offset] of `${key} ${value}`.matchAll(marks))
            unread.delete(Number(offset));
        const offset = offsetIn(key, marks);
        const { start, end } = dotenvSpan(text, offset);
        return { name: key.replace(marks, ''), offset, value: (0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(start, value.replace(marks, ''), end) };
    });
    for (const offset of unread)
        report({ severity: 'error', ...NO_DOTENV, place: new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_2__/* .Place */ .YR(file, offset) });
    return entries;
}
const NO_DOTENV = {
    code: 'dotenv-syntax',
    message: 'This line is neither a name with a value nor a comment.',
    hint: 'Write `NAME=value`. Quote a value of several lines.',
};
/** What the library reads as the rest of a line, from the key on; its quotes may span lines. */
const DOTENV = /([\w.-]+)(\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?(?=\s*(?:#.*)?$)/my;
/** Where the value of the key at an offset stands, quotes included. */
function dotenvSpan(text, offset) {
    DOTENV.lastIndex = offset;
    const [, key = '', separator = '', value = ''] = DOTENV.exec(text) ?? [];
    const from = offset + key.length + separator.length;
    const own = value.trim();
    const start = own === '' ? from : from + value.indexOf(own);
    return { start, end: start + own.length };
}
/** A word that the text does not have. */
function markerFor(text) {
    let marker = 'AT';
    while (text.includes(marker))
        marker = `${marker}X`;
    return marker;
}
function offsetIn(key, marks) {
    return Number([...key.matchAll(marks)][0]?.[1] ?? 0);
}
function flattened(tree, { separator, text, report }) {
    if ((0,_syntax_tree_js__WEBPACK_IMPORTED_MODULE_5__/* .isNothing */ .qv)(tree))
        return [];
    if (tree.kind !== 'mapping') {
        const message = `A source must be a mapping of names, not ${(0,_fields_js__WEBPACK_IMPORTED_MODULE_4__/* .describe */ .q0)(tree)}.`;
        report({ severity: 'error', code: 'wrong-type', message, place: new _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_2__/* .Place */ .YR(text, tree.offset) });
        return [];
    }
    const entries = [];
    const visit = ({ entries: members }, names) => {
        for (const { key, value } of members) {
            const path = [...names, key.text];
            if (value.kind === 'mapping' && value.entries.length > 0)
                visit(value, path);
            else
                entries.push({ name: path.join(separator), offset: key.offset, value });
        }
    };
    visit(tree, []);
    return entries;
}


/***/ }),

/***/ 3365:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hl: () => (/* binding */ serverPath),
/* harmony export */   Jz: () => (/* binding */ isConditional),
/* harmony export */   KY: () => (/* binding */ withoutLevels),
/* harmony export */   RO: () => (/* binding */ readingsOf),
/* harmony export */   XL: () => (/* binding */ levelsIn),
/* harmony export */   p_: () => (/* binding */ globsOf)
/* harmony export */ });
/* harmony import */ var _lib_glob_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7005);
// Paths of `sources`: globs in which `{Level}` stands for the name of an element.

/** A level in braces. Braces with a comma are a list of the glob. */
const LEVEL = /\{([^{},]*)\}/g;
/** The levels that a path names. */
function levelsIn(path) {
    return [...new Set([...path.matchAll(LEVEL)].map(([, level = '']) => level))];
}
/** Whether a level stands twice in a path, so that the files must have the same element in both places. */
function isConditional(path) {
    return (0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .alternatives */ .Vo)(path).some((one) => [...one.matchAll(LEVEL)].length > levelsIn(one).length);
}
/** Globs that find the files of a source; a leading `!` excludes. */
function globsOf({ path, exclude }) {
    return [...(0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .alternatives */ .Vo)(path).map((one) => one.replace(LEVEL, '*')), ...exclude.map((glob) => `!${glob}`)];
}
/**
 * The path as a glob with a wildcard for each level that is only a part of a name. Only these take time to match: a whole
 * name can be matched in one way.
 */
function withoutLevels(path) {
    return path.replace(/(^|\/)\{[^{},]*\}(?=\/|$)/g, '$1x').replace(LEVEL, '?');
}
/** How a file can be read: not at all, in one way, or ambiguously. */
function readingsOf(path, file) {
    // If there are several ways to match, the longest and the shortest elements differ.
    const found = (0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .alternatives */ .Vo)(path).flatMap((one) => [true, false].flatMap((isGreedy) => readingBy(one, { file, isGreedy }) ?? []));
    const distinct = new Map(found.map((reading) => [JSON.stringify([...reading.elements].sort()), reading]));
    return [...distinct.values()];
}
function readingBy(path, { file, isGreedy }) {
    const levels = [];
    const amount = isGreedy ? '' : '?';
    const pattern = path.replace(TOKEN, (token, level) => {
        if (level === undefined)
            return WILDCARDS[token]?.(amount) ?? (token.length > 1 ? setOf(token) : `\\${token}`);
        const known = levels.indexOf(level);
        // The same level twice: the same element in both places.
        if (known !== -1)
            return `\\${known + 1}`;
        levels.push(level);
        return `([^/]+${amount})`;
    });
    const match = new RegExp(`^${pattern}$`, 'du').exec(file);
    if (match === null)
        return undefined;
    const elements = new Map(levels.map((level, i) => [level, match[i + 1] ?? '']));
    const spans = levels.flatMap((_, i) => (match.indices?.[i + 1] === undefined ? [] : [match.indices[i + 1]]));
    return { elements, spans: spans };
}
/** A level, a wildcard, a set of characters, or a character that is special in a regular expression. */
const TOKEN = /\{([^{},]*)\}|\*\*\/|\*\*|\*|\?|\[[^\]]+\]|[.+^$()|\\{}[\]/]/g;
/** `[!a]` is `[^a]` in a regular expression. */
function setOf(glob) {
    return glob.replace(/^\[!/, '[^');
}
const WILDCARDS = {
    '**/': (amount) => `(?:[^/]+/)*${amount}`,
    '**': (amount) => `.*${amount}`,
    '*': (amount) => `[^/]*${amount}`,
    '?': () => '[^/]',
};
/**
 * The path on the server: relative to the root, without what names elements: a folder, or a part of a name with the
 * character before it. `nginx/Staging/site.conf` and `nginx/site-Staging.conf` become `site.conf`.
 */
function serverPath(file, { root, spans }) {
    const from = root === '' ? 0 : root.length + 1;
    let path = file;
    for (const [start, end] of spans.toSorted(([a], [b]) => b - a)) {
        const isFolder = (start === 0 || path[start - 1] === '/') && path[end] === '/';
        const first = !isFolder && /[-_.]/.test(path[start - 1] ?? '') ? start - 1 : start;
        path = start < from ? path : path.slice(0, first) + path.slice(isFolder ? end + 1 : end);
    }
    return path.slice(from);
}


/***/ }),

/***/ 119:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  G: () => (/* binding */ KEY_NAME),
  D: () => (/* binding */ StateBuilder)
});

// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
;// CONCATENATED MODULE: ./lib/documents/parse-context.js
// Reads contexts in documents: checks syntax, number of levels, and consistent spelling of elements.



/** Checks contexts against the configured levels and against each other. */
class Contexts {
    #levels;
    #spelling = new Map();
    /** Those that are valid, as they are written. */
    #read = new Map();
    #depth;
    /** @param levels names of the levels where `confighub.yaml` gives them */
    constructor(levels) {
        this.#levels = levels;
    }
    /** Depth of the contexts read so far; `undefined` if all were `*`. */
    get depth() {
        return this.#depth;
    }
    /** The context of a scalar, or `undefined` after reporting why it is invalid. */
    read(fields, node) {
        if (node.text.trim() === model_context/* EVERYWHERE */.Zh)
            return model_context/* EVERYWHERE */.Zh;
        const context = this.#read.get(node.text) ?? this.#checked(fields, node);
        if (context !== undefined)
            this.#read.set(node.text, context);
        return context;
    }
    #checked(fields, node) {
        const elements = (0,model_context/* elementsOf */.ZE)(node.text);
        if (elements.length > model_context/* MAX_LEVELS */.DD)
            return this.#tooMany(fields, node, elements.length);
        const named = elements.map((element) => this.#checkElement(fields, node, element));
        if (!named.every(Boolean) || !this.#checkDepth(fields, node, elements))
            return undefined;
        return elements.every((element, level) => this.#checkSpelling(fields, node, { element, level }))
            ? (0,model_context/* contextOf */.Vm)(elements)
            : undefined;
    }
    /** Reported before the elements are checked: there may be thousands. */
    #tooMany(fields, node, count) {
        const levels = this.#levels;
        const isUsual = levels !== undefined && levels.length <= model_context/* MAX_LEVELS */.DD;
        const limit = isUsual ? levelsText(levels) : `a repository has at most ${model_context/* MAX_LEVELS */.DD} levels`;
        return fields.error({
            code: 'context-depth',
            at: node,
            message: `The context \`${(0,diagnostic/* cut */.Jj)(node.text)}\` has ${(0,lib_text/* counted */.hS)(count, 'element')}, but ${limit}.`,
            hint: `Use ${(0,lib_text/* counted */.hS)(isUsual ? levels.length : model_context/* MAX_LEVELS */.DD, 'element')}, joined by \`;\`.`,
        });
    }
    #checkElement(fields, node, element) {
        if (element === '*')
            return true;
        if (element === '') {
            fields.error({
                code: 'context-syntax',
                at: node,
                message: `The context \`${(0,diagnostic/* cut */.Jj)(node.text)}\` has an empty element.`,
                hint: 'Use `*` for any element.',
            });
            return false;
        }
        if (model_context/* ELEMENT_NAME */.Hi.test(element) && element.length <= model_context/* ELEMENT_NAME_MAX */.cc)
            return true;
        fields.error({
            code: 'context-name',
            at: node,
            message: `\`${(0,diagnostic/* cut */.Jj)(element)}\` is not a valid context element.`,
            hint: 'Use letters and digits, with - . _ + in between, at most 255 characters, or `*` alone for any element.',
        });
        return false;
    }
    #checkDepth(fields, node, elements) {
        const { length } = elements;
        const levels = this.#levels;
        if (length === (levels?.length ?? this.#depth?.levels ?? length)) {
            this.#depth ??= { levels: length, place: fields.place(node), text: node.text };
            return true;
        }
        if (levels !== undefined) {
            fields.error({
                code: 'context-depth',
                at: node,
                message: `The context \`${(0,diagnostic/* cut */.Jj)(node.text)}\` has ${(0,lib_text/* counted */.hS)(length, 'element')}, but ${levelsText(levels)}.`,
                hint: depthHint(elements, levels.length),
            });
        }
        else if (this.#depth !== undefined)
            reportDifference(fields, node, { length, first: this.#depth });
        return false;
    }
    #checkSpelling(fields, node, { element, level }) {
        const id = `${level};${element.toLowerCase()}`;
        const first = this.#spelling.get(id);
        if (first === undefined)
            this.#spelling.set(id, { text: element, place: fields.place(node) });
        if (first === undefined || first.text === element)
            return true;
        fields.error({
            code: 'context-case',
            at: node,
            message: `\`${(0,diagnostic/* cut */.Jj)(element)}\` and \`${(0,diagnostic/* cut */.Jj)(first.text)}\` are the same context element: the server ignores case.`,
            hint: 'Use one spelling.',
            related: first.place,
        });
        return false;
    }
}
function levelsText(levels) {
    return `the repository has ${(0,lib_text/* counted */.hS)(levels.length, 'level')} (${(0,diagnostic/* cut */.Jj)(levels.join(';'))})`;
}
/** Without configured levels, the contexts can only be compared with each other: nobody knows which one is right. */
function reportDifference(fields, node, { length, first }) {
    fields.error({
        code: 'context-depth',
        at: node,
        message: `The context \`${(0,diagnostic/* cut */.Jj)(node.text)}\` has ${(0,lib_text/* counted */.hS)(length, 'element')}, but \`${(0,diagnostic/* cut */.Jj)(first.text)}\` has ${first.levels}.`,
        hint: 'Every context has one element for each level of the repository. Set `levels` in the project file, to show which one is wrong.',
        related: first.place,
    });
}
function depthHint(elements, expected) {
    if (elements.length > expected)
        return `Use ${(0,lib_text/* counted */.hS)(expected, 'element')}, joined by \`;\`.`;
    const padded = [...elements, ...Array(expected - elements.length).fill('*')].join(';');
    return `Contexts are not padded. Did you mean \`${(0,diagnostic/* cut */.Jj)(padded)}\`?`;
}

;// CONCATENATED MODULE: ./lib/documents/state-builder.js
// Declarations of all documents → one State. Duplicates and conflicts are reported with both places.




/** The server refuses other names with `Names may only contain …` (behaviour.md, section 7.1). */
const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;
/** Collects what documents declare. The order of documents does not change the state. */
class StateBuilder {
    contexts;
    state = (0,state/* emptyState */.p$)();
    #metadataPlaces = new Map();
    /** Keys with two spellings. That they have two values then follows from that mistake. */
    #misspelled = new Set();
    #options;
    constructor(options) {
        this.#options = options;
        this.contexts = new Contexts(options.levels);
    }
    /** An empty builder with the same options, for input that is read only to report its mistakes. */
    scratch() {
        return new StateBuilder(this.#options);
    }
    /** The key with this name, created if necessary; `undefined` after reporting an invalid name. */
    key(name, place) {
        if (!KEY_NAME.test(name)) {
            this.#reportName(name, place);
            return undefined;
        }
        const known = this.state.items.get((0,state/* keyId */.xs)(name));
        if (known === undefined) {
            const key = { kind: 'key', name, rows: new Map(), place };
            if (this.#options.isSecretName(name))
                key.secret = true;
            this.state.items.set((0,state/* keyId */.xs)(name), key);
            return key;
        }
        if (known.name !== name) {
            this.#misspelled.add(known);
            const message = `\`${name}\` and \`${known.name}\` are the same key: the server ignores case.`;
            this.#error('key-case', message, { hint: 'Use one spelling.', place, related: known.place });
        }
        return known;
    }
    /** Adds the metadata that one document declares for a key. */
    metadata(key, declared, placeOf) {
        const known = this.#metadataPlaces.get(key) ?? {};
        for (const field of state/* KEY_METADATA */.Mv) {
            if (declared[field] === undefined)
                continue;
            const place = placeOf(field);
            this.#metadataPlaces.set(key, known);
            if (place !== undefined)
                known[field] ??= place;
            if (key[field] === undefined)
                Object.assign(key, { [field]: declared[field] });
            else if (key[field] !== declared[field]) {
                const message = `The key ${key.name} has two different values for \`${field}\`.`;
                this.#error('conflict', message, { place, related: known[field] });
            }
        }
    }
    /** Declares that the whole key must not exist. */
    absentKey(key, place) {
        key.absent = true;
        key.place = place;
    }
    value(key, row) {
        const id = (0,model_context/* contextId */.PF)(row.context);
        const first = key.rows.get(id);
        if ((0,secrets/* isSecretText */.KZ)(key.name, row.text))
            row.secret = true;
        if (first === undefined)
            key.rows.set(id, row);
        else if (!this.#misspelled.has(key))
            this.#twice('duplicate-value', `the key ${key.name}`, { ...row, first: first.place });
    }
    file(path, row) {
        const first = (0,state/* rowAt */.ce)(this.state, { id: (0,state/* fileId */.qp)(path), context: (0,model_context/* contextId */.PF)(row.context) });
        const isSecret = this.#options.isSecretName(path) || (0,secrets/* isSecretText */.KZ)(path, row.text);
        if (row.securityGroup !== undefined || isSecret)
            row.secret = true;
        if (first === undefined)
            (0,state/* addFileRow */.Q4)(this.state, path, row);
        else
            this.#twice('duplicate-file', `the file ${path}`, { ...row, first: first.place });
    }
    /** The state, sorted so that the order of documents does not matter. */
    finish() {
        for (const item of this.state.items.values()) {
            this.#checkAbsence(item);
            if (item.securityGroup !== undefined)
                item.secret = true;
            item.rows = sorted(item.rows);
        }
        return { items: sorted(this.state.items) };
    }
    #checkAbsence(key) {
        if (!key.absent)
            return;
        const places = this.#metadataPlaces.get(key) ?? {};
        const declared = [...key.rows.values()].find(state/* stands */.Ed)?.place ?? Object.values(places)[0];
        if (declared !== undefined) {
            const message = `The key ${key.name} is both declared and deleted with \`opp: delete\`.`;
            this.#error('conflict', message, { place: key.place, related: declared });
        }
    }
    #twice(code, what, at) {
        const context = (0,model_context/* fullContext */.NH)(at.context, this.contexts.depth?.levels ?? 1);
        const message = `Duplicate declaration of ${what} in the context \`${context}\`.`;
        this.#error(code, message, { place: at.place, related: at.first });
    }
    #reportName(name, place) {
        let why = 'contains an invalid character';
        if (name.trim() === '')
            why = 'is blank';
        else if (name.length > 120)
            why = 'is longer than 120 characters';
        const shown = name.length > 130 ? `${name.slice(0, 60)}…` : name;
        const hint = 'Use letters, digits and [ ] ( ) * - . _ +, at most 120 characters.';
        this.#error('key-name', `\`${shown}\` is not a valid key name: it ${why}.`, { hint, place });
    }
    #error(code, message, details) {
        this.#options.report({ severity: 'error', code, message, hint: 'Keep one of them.', ...details });
    }
}
function sorted(items) {
    if (items.size < 2)
        return items;
    return new Map([...items].sort(([a], [b]) => (a < b ? -1 : 1)));
}


/***/ }),

/***/ 6680:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   $c: () => (/* binding */ textMistakes),
/* harmony export */   $d: () => (/* binding */ sizeOf),
/* harmony export */   FS: () => (/* binding */ sequenceAt),
/* harmony export */   PH: () => (/* binding */ TOO_LARGE),
/* harmony export */   Wo: () => (/* binding */ NO_NAME),
/* harmony export */   aB: () => (/* binding */ toJson),
/* harmony export */   bL: () => (/* binding */ tagMistake),
/* harmony export */   d1: () => (/* binding */ depthOf),
/* harmony export */   fQ: () => (/* binding */ MAX_EXPANSION),
/* harmony export */   gZ: () => (/* binding */ TOO_DEEP),
/* harmony export */   hS: () => (/* binding */ sizedBy),
/* harmony export */   kZ: () => (/* binding */ isNull),
/* harmony export */   lr: () => (/* binding */ MAX_DEPTH),
/* harmony export */   oh: () => (/* binding */ mappingAt),
/* harmony export */   qv: () => (/* binding */ isNothing),
/* harmony export */   xg: () => (/* binding */ aliasMistake),
/* harmony export */   xl: () => (/* binding */ NO_MAPPING)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5602);
// The tree of a YAML or JSON text: mappings, sequences and scalars with their source text and offset.


/** A text that is never null. */
function textAt(offset, text, end = offset) {
    return { kind: 'scalar', text, plain: false, offset, end };
}
function mappingAt(offset) {
    return { kind: 'mapping', entries: [], offset, end: offset, size: 1, depth: 1 };
}
function sequenceAt(offset) {
    return { kind: 'sequence', items: [], offset, end: offset, size: 1, depth: 1 };
}
const NULLS = new Set(['null', 'Null', 'NULL', '~']);
/** `null` or `~`, written out. */
function isNull(node) {
    return node.kind === 'scalar' && node.plain && NULLS.has(node.text);
}
/** No value after the colon. */
function isNothing(node) {
    return node.kind === 'scalar' && node.plain && node.text === '';
}
/** Characters of a scalar that count as one more node: aliases must not multiply long texts without bound either. */
const CHARACTERS_PER_NODE = 100;
/** Number of nodes if every alias were expanded. Counted for YAML only: other formats have no aliases. */
function sizeOf(node) {
    return node.kind === 'scalar' ? 1 + Math.floor(node.text.length / CHARACTERS_PER_NODE) : node.size;
}
/** Counting stops here: half of this is already refused. */
const MAX_SIZE = 2_000_000;
/** Adds the size and depth of a new child. */
function sizedBy(parent, child) {
    parent.size = Math.min(parent.size + sizeOf(child), MAX_SIZE);
    parent.depth = Math.max(parent.depth, depthOf(child) + 1);
}
function depthOf(node) {
    return node.kind === 'scalar' ? 0 : node.depth;
}
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/**
 * Compact JSON of a native value. JSON numbers (as written), booleans and null stay what they are,
 * every other scalar is text.
 */
function toJson(node) {
    if (node.kind === 'scalar')
        return scalarToJson(node);
    if (node.kind === 'sequence')
        return `[${node.items.map(toJson).join(',')}]`;
    return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key.text)}:${toJson(value)}`).join(',')}}`;
}
function scalarToJson(node) {
    if (!node.plain)
        return JSON.stringify(node.text);
    if (isNull(node) || isNothing(node))
        return 'null';
    if (node.text === 'true' || node.text === 'false' || JSON_NUMBER.test(node.text))
        return node.text;
    return JSON.stringify(node.text);
}
/** Maximum nesting, aliases included. */
const MAX_DEPTH = 100;
/** Maximum number of nodes to which the aliases and `<<` of all documents of a project may expand. */
const MAX_EXPANSION = 1_000_000;
const NO_NAME = {
    code: 'wrong-type',
    message: 'A mapping or a list cannot be a field name.',
};
const NO_MAPPING = {
    code: 'wrong-type',
    message: '`<<` takes an alias of a mapping, or a list of such aliases.',
};
const TOO_DEEP = {
    code: 'alias-expansion',
    message: `Aliases nest more than ${MAX_DEPTH} levels deep.`,
};
const TOO_LARGE = {
    code: 'alias-expansion',
    message: `The aliases in the documents read so far expand to more than ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(MAX_EXPANSION)} nodes.`,
    hint: 'Replace aliases with their values.',
};
/** An alias without an anchor. Its name is not shown: it may be a password that begins with `*`. */
function aliasMistake(name, { isOpen }) {
    const message = isOpen
        ? 'This alias refers to a node that contains it.'
        : 'YAML reads this as an alias, but no anchor has that name.';
    const hint = (0,_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .contextHint */ .j5)(`*${name}`) ?? 'If it is text, quote it.';
    return { code: 'yaml-alias', message, hint };
}
function tagMistake(tag) {
    if (tag === '!!str' || tag === '!')
        return undefined;
    return {
        code: 'yaml-tag',
        message: 'YAML tags are not supported.',
        hint: 'If it is text, quote it. Otherwise remove the tag: every scalar is read as written.',
    };
}
/** Mistakes that escapes in a text can cause. */
function textMistakes(text) {
    const mistakes = [];
    if (text.includes('\0')) {
        mistakes.push({
            code: 'bad-text',
            message: 'This text contains a NUL character (\\0), which the server cannot store.',
            hint: 'Remove it.',
        });
    }
    if (/[\uD800-\uDFFF]/u.test(text)) {
        mistakes.push({
            code: 'bad-text',
            message: 'This text contains half of a surrogate pair, which is not a character.',
            hint: 'Write both halves, or remove it.',
        });
    }
    return mistakes;
}


/***/ }),

/***/ 3464:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   yS: () => (/* binding */ folderOf)
/* harmony export */ });
/* unused harmony exports workTreeFiles, isGitFolder */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var fast_glob__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5648);
/* harmony import */ var _lib_glob_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7005);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5924);
/* harmony import */ var _lib_trace_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6242);
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6796);
/* harmony import */ var _globs_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(3285);
// [edge] The work tree as ProjectFiles: regular files inside the project root; symbolic links are followed only within it.








/** Larger documents and content files are refused. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** The folder of a file, such as the project file, and the name of the file in it. */
function folderOf(path, cwd) {
    const whole = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, path);
    const root = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(whole);
    return { root, files: workTreeFiles(root, cwd), name: (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(whole) };
}
/**
 * @param root folder of the project file
 * @param shownFrom folder to which displayed paths are relative, normally the working directory
 */
function workTreeFiles(root, shownFrom) {
    const prefix = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(shownFrom, root).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep).join('/');
    return {
        display: (path) => (prefix === '' ? path : `${prefix}/${path}`),
        list: (globs) => {
            const end = (0,_lib_trace_js__WEBPACK_IMPORTED_MODULE_5__/* .timed */ .a)();
            const listing = list(root, globs);
            end(() => `search ${root}: ${listing.paths.length} documents`);
            return listing;
        },
        read: (path) => {
            const end = (0,_lib_trace_js__WEBPACK_IMPORTED_MODULE_5__/* .timed */ .a)();
            const found = read(root, path);
            end(() => `read ${(0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_6__/* .looksSecret */ .n0)(path) ? '…' : (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)}: ${'bytes' in found ? `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_4__/* .withCommas */ .rX)(found.bytes.length)} bytes` : found.problem.code}`);
            return found;
        },
    };
}
function list(root, globs) {
    let found;
    try {
        found = search(root, (0,_globs_js__WEBPACK_IMPORTED_MODULE_7__/* .expanded */ .sz)(globs));
    }
    catch (error) {
        const message = `Cannot search the folder for documents (${errorCode(error)}).`;
        return { paths: [], problems: [{ path: '.', code: 'file-unreadable', message }], unmatched: [] };
    }
    // A missing document listed by its path must not look like one that was removed.
    const named = (0,_globs_js__WEBPACK_IMPORTED_MODULE_7__/* .expanded */ .sz)(globs.filter(_globs_js__WEBPACK_IMPORTED_MODULE_7__/* .isLiteral */ .c$)).includes;
    const matched = [...new Set([...found.paths, ...named])].filter((0,_globs_js__WEBPACK_IMPORTED_MODULE_7__/* .matcher */ .jN)(globs));
    const { paths: documents, problems } = select(root, matched, new Set(named));
    const files = matched.filter((path) => !isDirectory((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)));
    return { paths: documents, problems: [...problems, ...found.problems], unmatched: (0,_globs_js__WEBPACK_IMPORTED_MODULE_7__/* .unmatched */ .Gv)(globs, files) };
}
function select(root, paths, named) {
    const byFile = new Map();
    const problems = [];
    for (const path of paths.sort(_lib_text_js__WEBPACK_IMPORTED_MODULE_4__/* .compareText */ .n6)) {
        const real = realPath(root, path);
        if ('problem' in real)
            problems.push({ path, ...real.problem });
        else if (isDirectory(real.path)) {
            if (named.has(path))
                problems.push({ path, ...folderProblem(path).problem });
        }
        // A link to a document that matches too is the same document.
        else if (!byFile.has(real.path) || !isLink(root, path))
            byFile.set(real.path, path);
    }
    return { paths: [...byFile.values()].sort(_lib_text_js__WEBPACK_IMPORTED_MODULE_4__/* .compareText */ .n6), problems };
}
function read(root, path) {
    const real = realPath(root, path);
    if ('problem' in real)
        return real;
    let file;
    try {
        // Checks and reads the same open file, even if a link or pipe replaces it in between.
        file = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(real.path, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_RDONLY | (node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW ?? 0) | (node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NONBLOCK ?? 0));
        const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fstatSync)(file);
        if (stat.isDirectory())
            return folderProblem(path);
        if (!stat.isFile())
            return problem('not-a-file', `${path} is not a regular file.`);
        if (stat.size > MAX_FILE_BYTES)
            return problem('file-unreadable', `${path} is larger than 256 MiB.`);
        return { bytes: (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file) };
    }
    catch (error) {
        // A socket cannot be opened.
        if (errorCode(error) === 'ENXIO')
            return problem('not-a-file', `${path} is not a regular file.`);
        return problem('file-unreadable', `Cannot read ${path} (${errorCode(error)}).`);
    }
    finally {
        if (file !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(file);
    }
}
/** What the globs match, including folders and links, and why folders were not searched. */
function search(root, { includes, excludes }) {
    const guard = new SearchGuard(root);
    const paths = fast_glob__WEBPACK_IMPORTED_MODULE_2__.sync(includes.map(_lib_glob_js__WEBPACK_IMPORTED_MODULE_3__/* .quoted */ .TL), {
        cwd: root,
        ignore: excludes.map(_lib_glob_js__WEBPACK_IMPORTED_MODULE_3__/* .quoted */ .TL),
        onlyFiles: false,
        braceExpansion: false,
        extglob: false,
        // fast-glob only calls it with `withFileTypes`.
        fs: { readdirSync: ((path) => guard.read(path)) },
    });
    return { paths, problems: guard.problems };
}
/** Maximum folders reached through symbolic links: links to links double with every level. */
const MAX_LINKED_FOLDERS = 1000;
/** Keeps a search inside the root, and from following links in circles or without bound. */
class SearchGuard {
    problems = [];
    #root;
    /** Whether the search may enter a folder. */
    #known = new Map();
    #linked = 0;
    constructor(root) {
        this.#root = root;
    }
    read(path) {
        // fast-glob searches the same folder once per base folder of the globs.
        const mayEnter = this.#known.get(path) ?? this.#mayEnter(path);
        this.#known.set(path, mayEnter);
        return mayEnter ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(path, { withFileTypes: true }) : [];
    }
    #mayEnter(path) {
        const shown = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(this.#root, path).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep).join('/');
        const real = realPath(this.#root, shown);
        if ('problem' in real) {
            // `**` also visits folders that hold no documents; only links need a report.
            if (real.problem.code === 'outside-root' && isLink(this.#root, shown))
                this.problems.push({ path: shown, ...real.problem });
            return false;
        }
        if (!isLink(this.#root, shown))
            return true;
        for (let above = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(shown); above !== '.'; above = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(above)) {
            if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#root, above)) === real.path)
                return false;
        }
        if (real.path === (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(this.#root))
            return false;
        this.#linked++;
        if (this.#linked === MAX_LINKED_FOLDERS + 1) {
            const message = `More than ${MAX_LINKED_FOLDERS} folders are reached through symbolic links.`;
            this.problems.push({
                path: shown,
                ...problem('file-unreadable', message, 'Remove links to folders.').problem,
            });
        }
        return this.#linked <= MAX_LINKED_FOLDERS;
    }
}
/** The path with links resolved, if it is inside the root and outside of `.git`; otherwise a problem. */
function realPath(root, path) {
    // In Git, and so in records and on other systems, it would be a part of a name.
    if (node_path__WEBPACK_IMPORTED_MODULE_1__.sep === '\\' && path.includes(node_path__WEBPACK_IMPORTED_MODULE_1__.sep))
        return missing(path);
    try {
        const real = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path));
        const inside = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(root), real);
        // `.git` contains credentials and no configuration.
        if (inside.split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep).some(isGitFolder)) {
            return problem('outside-root', `${path} is inside the .git folder.`, 'Use a file of the project.');
        }
        if (inside.split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep)[0] !== '..' && !(0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(inside))
            return { path: real };
        return problem('outside-root', `${path} is a symbolic link that points outside the project folder.`, 'Put the file itself into the project.');
    }
    catch (error) {
        const code = errorCode(error);
        if (code !== 'ENOENT')
            return problem('file-unreadable', `Cannot read ${path} (${code}).`);
        return isLink(root, path) ? problem('file-missing', `${path} is a broken symbolic link.`) : missing(path);
    }
}
function missing(path) {
    const hint = path.includes('\\') ? 'Write `/` instead of `\\`, on Windows too.' : undefined;
    return problem('file-missing', `File not found: ${path}.`, hint);
}
function isLink(root, path) {
    try {
        return ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)).isSymbolicLink() || (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)) !== (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(root), path));
    }
    catch {
        return false;
    }
}
function folderProblem(path) {
    return problem('not-a-file', `${path} is a folder, not a file.`);
}
function isDirectory(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(path).isDirectory();
    }
    catch {
        return false;
    }
}
function problem(code, message, hint) {
    return { problem: { code, message, ...(hint === undefined ? {} : { hint }) } };
}
function errorCode(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
// Names that reach the folder `.git` on some file system. Git refuses to check them out, everywhere.
/** Characters that HFS+ ignores in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** NTFS has short names and streams (`.git::$INDEX_ALLOCATION`), Windows drops dots and blanks at the end. */
function isGitFolder(name) {
    const plain = name
        .replace(IGNORED, '')
        .replace(/:.*$/s, '')
        .replace(/[. ]+$/, '')
        .toLowerCase();
    return plain === '.git' || plain === 'git~1';
}


/***/ }),

/***/ 4390:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ changed),
/* harmony export */   z: () => (/* binding */ grouped)
/* harmony export */ });
// Small helpers for arrays and maps.
/** `Map.groupBy`, which Node 20 does not have. */
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
/** Replaces items of a map. Returns the same map if none changes, because states share unchanged parts. */
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

/***/ 7005:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AI: () => (/* binding */ globProblem),
/* harmony export */   FX: () => (/* binding */ globTest),
/* harmony export */   TL: () => (/* binding */ quoted),
/* harmony export */   Vo: () => (/* binding */ alternatives),
/* harmony export */   hQ: () => (/* binding */ patternTest)
/* harmony export */ });
/* harmony import */ var picomatch__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4006);
// The globs of a project file: `*`, `**`, `?`, `[…]`, `{a,b}` and a leading `!`, matched by picomatch.

const MAX_GLOB_LENGTH = 200;
/** Matching time grows with the length of the name to the power of this number. */
const MAX_WILDCARDS = 4;
const MAX_ALTERNATIVES = 20;
const EXTENDED_GLOB = /[@!?*+]\(|\|/;
/** Why a glob is refused, as the end of a sentence; `undefined` if it is valid. */
function globProblem(glob) {
    if (glob.length > MAX_GLOB_LENGTH)
        return `has more than ${MAX_GLOB_LENGTH} characters`;
    if (EXTENDED_GLOB.test(glob))
        return 'is an extended glob, which is not supported';
    if (glob.includes('\\'))
        return 'escapes a character with `\\`, which is not supported';
    const all = alternatives(glob);
    if (all.length > MAX_ALTERNATIVES)
        return `has more than ${MAX_ALTERNATIVES} alternatives`;
    if (all.some((one) => /[{}]/.test(one)))
        return 'has braces that are not a list such as `{a,b}`';
    if (all.some((one) => wildcardsOf(one) > MAX_WILDCARDS))
        return `has more than ${MAX_WILDCARDS} wildcards`;
    return undefined;
}
function wildcardsOf(glob) {
    return glob.match(/\*+|\?|\[[^\]]*\]/g)?.length ?? 0;
}
/** Expands lists in braces, without duplicates. Stops after more than {@link MAX_ALTERNATIVES}. */
function alternatives(glob) {
    let all = [glob];
    while (all.length <= MAX_ALTERNATIVES && all.some((one) => LIST.test(one)))
        all = [...new Set(all.flatMap(withoutFirstList))];
    return all;
}
/** The first list without a nested list. */
const LIST = /\{([^{}]*,[^{}]*)\}/;
function withoutFirstList(glob) {
    const list = LIST.exec(glob);
    if (list === null)
        return [glob];
    const [before, behind] = [glob.slice(0, list.index), glob.slice(list.index + list[0].length)];
    return (list[1] ?? '').split(',').map((one) => `${before}${one}${behind}`);
}
/** A test for names of keys and elements, and for paths on the server. Every glob matches its own text. */
function globTest(glob, { nocase }) {
    if (glob.startsWith('!')) {
        const test = globTest(glob.slice(1), { nocase });
        return (text) => text !== '' && (text === glob || !test(text));
    }
    const tests = alternatives(glob).map((one) => patternTest(one, { dot: true, nocase }));
    return (text) => text !== '' && (text === glob || tests.some((test) => test(text)));
}
/** A test for one of the {@link alternatives}, without `!`. `dot`: wildcards match leading dots too. */
function patternTest(glob, options) {
    if (glob === '')
        return () => false;
    const restricted = { nobrace: true, noextglob: true, nonegate: true, posix: true };
    const pattern = picomatch__WEBPACK_IMPORTED_MODULE_0__.makeRe(quoted(glob), { ...options, ...restricted });
    return (text) => pattern.test(text);
}
/** Escapes characters that are special only to the library. */
function quoted(glob) {
    return glob.replace(/[()+"]/g, '\\$&');
}


/***/ }),

/***/ 8173:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ar: () => (/* binding */ compactJson),
/* harmony export */   FR: () => (/* binding */ excessOf),
/* harmony export */   IL: () => (/* binding */ parseLeadingJson),
/* harmony export */   M0: () => (/* binding */ isFaithful),
/* harmony export */   OW: () => (/* binding */ isJsonObject),
/* harmony export */   Qd: () => (/* binding */ isPlainObject),
/* harmony export */   Ri: () => (/* binding */ parseLenientJson),
/* harmony export */   VP: () => (/* binding */ isTexts),
/* harmony export */   Vk: () => (/* binding */ sameJson),
/* harmony export */   WP: () => (/* binding */ JsonNumber),
/* harmony export */   _5: () => (/* binding */ MAX_ITEMS),
/* harmony export */   lr: () => (/* binding */ MAX_DEPTH)
/* harmony export */ });
/* unused harmony export parseStrictObject */
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
// JSON: the lenient texts that the server accepts (behaviour.md, section 4), strict ones by `JSON.parse`, limits, and comparing.

/** A number as written, because `1.50` and `1e3` must not change. */
class JsonNumber {
    literal;
    constructor(literal) {
        this.literal = literal;
    }
}
function isJsonObject(node) {
    return node instanceof Map;
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
/** Maximum elements and members of one text, far more than a repository has; each may take 200 bytes of memory. */
const MAX_ITEMS = 5_000_000;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` and `{`, like `]` and `}`, differ only in this bit. */
const [BRACE, OPEN, CLOSE] = [0x20, 0x7b, 0x7d];
/**
 * Which limit a text exceeds, checked before parsing because parsing it could exhaust memory.
 *
 * @param json text or UTF-8 bytes, not necessarily valid JSON
 */
function excessOf(json, maxDepth) {
    const bytes = typeof json === 'string' ? Buffer.from(json) : json;
    let depth = 0;
    let items = 0;
    for (let at = 0; at < bytes.length;) {
        const code = bytes[at++];
        if (code === QUOTE)
            at = behindText(bytes, at);
        else if (code === COMMA)
            items++;
        else if ((code | BRACE) === OPEN) {
            items++;
            if (++depth > maxDepth)
                return 'depth';
        }
        else if ((code | BRACE) === CLOSE)
            depth--;
        if (items > MAX_ITEMS)
            return 'items';
    }
    return undefined;
}
/** The position after the closing quote. */
function behindText(bytes, from) {
    let at = from;
    while (at < bytes.length) {
        const code = bytes[at++];
        if (code === QUOTE)
            break;
        if (code === BACKSLASH)
            at++;
    }
    return at;
}
/** Deeper texts are refused, because they could exhaust the stack. */
const MAX_DEPTH = 512;
/** Parses one value; only blanks may follow it. */
function parseLenientJson(text) {
    return parse(text, { whole: true });
}
/** Parses the value at the start of a text and ignores the rest. */
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
/** Unquoted text ends at one of these characters. */
const BARE = /[^/\\;#={}[\]:, \t\f\r\n]*/y;
const BLANKS = /[ \t\r\n]*/y;
/** Aborts the recursion; never leaves this module. */
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
        if (++this.#items > MAX_ITEMS)
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
            if (empty && ++this.#items > MAX_ITEMS)
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
/** `-0` is the only number that the server changes. */
function bareValue(text) {
    const keyword = KEYWORDS.get(text.toLowerCase());
    if (keyword !== undefined)
        return keyword;
    if (text === '-0')
        return new JsonNumber('0');
    return NUMBER.test(text) ? new JsonNumber(text) : text;
}
/** `undefined` if the text is not strict JSON, not an object, or too deep or large. */
function parseStrictObject(text) {
    if (excessOf(text, MAX_DEPTH) !== undefined)
        return undefined;
    try {
        const value = JSON.parse(text);
        return isPlainObject(value) ? value : undefined;
    }
    catch {
        return undefined;
    }
}
/** Whether a value is a list of texts. */
function isTexts(value) {
    return Array.isArray(value) && value.every((element) => typeof element === 'string');
}
function isPlainObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/**
 * False if `JSON.parse` may have lost something, that is the text of a number or the position of a member whose name
 * looks like an index, or if the value is too deep.
 */
function isFaithful(value, depth) {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null)
        return true;
    if (typeof value === 'number' || depth > MAX_DEPTH)
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
/** Whether two JSON texts are equal, ignoring blanks and the order of members. Numbers are compared as written. */
function sameJson(a, b) {
    if (a === b)
        return true;
    const left = canonical(a);
    return left !== undefined && left === canonical(b);
}
function canonical(text) {
    const parsed = parseLenientJson(text);
    return 'value' in parsed ? compactJson(sortMembers(parsed.value)) : undefined;
}
function sortMembers(node) {
    if (Array.isArray(node))
        return node.map(sortMembers);
    if (!(node instanceof Map))
        return node;
    const sorted = [...node].sort(([a], [b]) => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a, b));
    return new Map(sorted.map(([name, member]) => [name, sortMembers(member)]));
}


/***/ }),

/***/ 404:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HN: () => (/* binding */ inParallel),
/* harmony export */   ME: () => (/* binding */ bothEnded),
/* harmony export */   Uc: () => (/* binding */ ahead)
/* harmony export */ });
// Concurrent work on many items.
/** More concurrent requests would only queue in the server. */
const PARALLEL = 8;
/** Results are in the order of the items. */
async function inParallel(items, work) {
    const results = [];
    const queue = items.entries();
    const worker = async () => {
        for (const [index, item] of queue)
            results[index] = await work(item);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    return results;
}
/** Work that goes on while something else is awaited: its error is thrown where it is awaited itself. */
function ahead(work) {
    work.catch(() => undefined);
    return work;
}
/** Both results, once both have ended; rejects only then, if one of them failed. */
async function bothEnded(first, second) {
    await Promise.allSettled([first, second]);
    return Promise.all([first, second]);
}


/***/ }),

/***/ 6762:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $N: () => (/* binding */ codeOf),
/* harmony export */   _2: () => (/* binding */ isWorkflow),
/* harmony export */   _n: () => (/* binding */ isAlive),
/* harmony export */   mj: () => (/* binding */ filesOfProcesses)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
// [edge] What the system tells: the code of an error, which processes are alive, and whether a person is there.


/** The code of an error of Node or the system, such as `ENOENT`; `undefined`: it has none. */
function codeOf(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
/** Whether a CI system runs this, so that nobody can be asked. */
function isWorkflow({ CI = '', GITHUB_ACTIONS }) {
    return GITHUB_ACTIONS === 'true' || !['', '0', 'false'].includes(CI);
}
/** The files beside a path that carry the id of a process: `state.json.4711.lock` for `state.json` and `lock`. */
function filesOfProcesses(path, ending) {
    const [folder, prefix] = [(0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path), `${(0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(path)}.`];
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(folder).flatMap((name) => {
        const isNamed = name.startsWith(prefix) && name.endsWith(`.${ending}`);
        const pid = isNamed ? name.slice(prefix.length, -ending.length - 1) : '';
        return /^\d+$/.test(pid) ? [{ pid: Number(pid), path: (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name) }] : [];
    });
}
function isAlive(pid) {
    try {
        return process.kill(pid, 0);
    }
    catch (error) {
        // A process of another user.
        return codeOf(error) === 'EPERM';
    }
}


/***/ }),

/***/ 6242:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ listen),
/* harmony export */   a: () => (/* binding */ timed)
/* harmony export */ });
/* harmony import */ var node_diagnostics_channel__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3053);
// [edge] Tells listeners about requests, Git processes and file reads, with the time that they took (`--verbose`).

const NAME = 'confighub-sync.trace';
const traces = (0,node_diagnostics_channel__WEBPACK_IMPORTED_MODULE_0__.channel)(NAME);
/** Starts the clock; the returned function tells the listeners what ended. The text may hold secrets. */
function timed() {
    if (!traces.hasSubscribers)
        return () => undefined;
    const begun = performance.now();
    return (text) => traces.publish(`${text()}, ${Math.round(performance.now() - begun)} ms`);
}
/** Calls the listener with one line for each step, until the returned function is called. */
function listen(listener) {
    const onMessage = (line) => listener(String(line));
    (0,node_diagnostics_channel__WEBPACK_IMPORTED_MODULE_0__.subscribe)(NAME, onMessage);
    return () => (0,node_diagnostics_channel__WEBPACK_IMPORTED_MODULE_0__.unsubscribe)(NAME, onMessage);
}


/***/ }),

/***/ 9932:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ax: () => (/* binding */ shortCommit),
/* harmony export */   h5: () => (/* binding */ shownTime),
/* harmony export */   jh: () => (/* binding */ isCommitId)
/* harmony export */ });
/** `2026-11-20 10:00:00 UTC`, of an ISO 8601 time. */
function shownTime(time) {
    return time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}
/** Whether a text is a full commit id, SHA-1 or SHA-256: what a record, an option or another run names may be anything. */
function isCommitId(text) {
    return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);
}
function shortCommit(commit) {
    return commit.slice(0, 10);
}


/***/ }),

/***/ 5602:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BW: () => (/* binding */ placeAt),
/* harmony export */   Jj: () => (/* binding */ cut),
/* harmony export */   YR: () => (/* binding */ Place),
/* harmony export */   j5: () => (/* binding */ contextHint),
/* harmony export */   kL: () => (/* binding */ Source),
/* harmony export */   oV: () => (/* binding */ compareDiagnostics)
/* harmony export */ });
/* unused harmony export DIAGNOSTIC_CODES */
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
// Places in files, and diagnostics: mistakes in the files of a project.

/** A text and its file name: relative to the project's root, with `/`. */
class Source {
    file;
    text;
    #lineStarts;
    constructor(file, text) {
        this.file = file;
        this.text = text;
    }
    /** Zero-based offset in UTF-16 units → one-based line and column (UTF-16 units, as editors count). */
    position(offset) {
        this.#lineStarts ??= lineStarts(this.text);
        let low = 0;
        let high = this.#lineStarts.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if ((this.#lineStarts[middle] ?? 0) <= offset)
                low = middle;
            else
                high = middle - 1;
        }
        return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
    }
}
/** A position in a source. Line and column are computed on demand, because most places are never shown. */
class Place {
    source;
    offset;
    constructor(source, offset) {
        this.source = source;
        this.offset = offset;
    }
    get file() {
        return this.source.file;
    }
    get line() {
        return this.source.position(this.offset).line;
    }
    get column() {
        return this.source.position(this.offset).column;
    }
    toString() {
        const { line, column } = this.source.position(this.offset);
        return `${this.file}:${line}:${column}`;
    }
    toJSON() {
        return { file: this.file, ...this.source.position(this.offset) };
    }
}
/** A source without text, for a known position. */
class Pointed extends Source {
    #position;
    constructor(file, position) {
        super(file, '');
        this.#position = position;
    }
    position() {
        return this.#position;
    }
}
/** A place whose text is not known. */
function placeAt(file, position) {
    return new Place(new Pointed(file, position), 0);
}
function lineStarts(text) {
    const starts = [0];
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1))
        starts.push(i + 1);
    return starts;
}
/** Codes of all mistakes in the project's files. */
const DIAGNOSTIC_CODES = (/* unused pure expression or super */ null && ([
    'no-project-file',
    'no-target',
    'no-documents',
    'file-missing',
    'file-unreadable',
    'not-a-file',
    'not-utf8',
    'outside-root',
    'ambiguous-path',
    'yaml-syntax',
    'dotenv-syntax',
    'unread-file',
    'yaml-alias',
    'yaml-tag',
    'alias-expansion',
    'duplicate-field',
    'unknown-field',
    'wrong-type',
    'missing-field',
    'empty-value',
    'bad-text',
    'bad-url',
    'bad-repository',
    'bad-option',
    'context-syntax',
    'context-depth',
    'context-name',
    'context-case',
    'key-name',
    'key-case',
    'unknown-vdt',
    'vdt-required',
    'value-type',
    'value-object',
    'deactivate',
    'duplicate-value',
    'duplicate-file',
    'conflict',
    'file-path',
    'env-missing',
    'env-forbidden',
    'document-is-content',
    'outside-scope',
    'password-in-file',
    'cipher-text',
    'untracked',
    'secret-in-file',
    'env-text',
]));
/** By file, position, code and message. */
function compareDiagnostics(a, b) {
    return ((0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.place?.file ?? a.file ?? '', b.place?.file ?? b.file ?? '') ||
        (a.place?.offset ?? -1) - (b.place?.offset ?? -1) ||
        (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.code, b.code) ||
        (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.message, b.message));
}
/** The hint for a context that YAML reads as an alias. The text is not shown, because it may be a password. */
function contextHint(written) {
    if (!/^\*(;.*|:)?$/.test(written))
        return undefined;
    return 'A context that begins with * needs quotes, as in "*;*".';
}
const MAX_QUOTED = 80;
/** A text shortened for a message. */
function cut(text) {
    return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}


/***/ }),

/***/ 5324:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AM: () => (/* binding */ RESERVED_PREFIXES),
/* harmony export */   G0: () => (/* binding */ DOCUMENT_FIELDS),
/* harmony export */   L9: () => (/* binding */ FILE_FIELDS),
/* harmony export */   MN: () => (/* binding */ KEY_FIELDS),
/* harmony export */   OA: () => (/* binding */ FILE_ENTRY_FIELDS),
/* harmony export */   Ux: () => (/* binding */ REFUSED_FIELD),
/* harmony export */   Xs: () => (/* binding */ VALUE_ENTRY_FIELDS),
/* harmony export */   vR: () => (/* binding */ SETTABLE_NAME),
/* harmony export */   xS: () => (/* binding */ KEY_ENTRY_FIELDS),
/* harmony export */   y$: () => (/* binding */ VALUE_FIELDS)
/* harmony export */ });
// The fields of documents, in the order in which messages and editors list them.
const DOCUMENT_FIELDS = ['context', 'keys', 'files', 'data', 'changeComment', 'enableKeyCreation'];
/** A field only to be refused, with a message of its own: a password must not be in a file. */
const REFUSED_FIELD = 'password';
/** Fields of a key below `keys`. */
const KEY_FIELDS = [
    'readme',
    'vdt',
    'deprecated',
    'push',
    'securityGroup',
    REFUSED_FIELD,
    'value',
    'values',
    'opp',
];
/** Fields that make a mapping in the place of a value a value object. */
const VALUE_FIELDS = ['value', 'path', 'env', 'opp'];
/** Fields of the content of a file, below its path or below one of its contexts. */
const FILE_FIELDS = ['path', 'content', 'env', 'opp', 'securityGroup', REFUSED_FIELD];
/** Fields of a key entry in `data`. */
const KEY_ENTRY_FIELDS = [
    'key',
    'readme',
    'deprecated',
    'vdt',
    'push',
    'securityGroup',
    REFUSED_FIELD,
    'values',
    'opp',
];
/** Fields of a value entry in `values` of a key entry. */
const VALUE_ENTRY_FIELDS = ['context', 'value', 'active', 'opp'];
/** Fields of a file entry in `data`. */
const FILE_ENTRY_FIELDS = [
    'file',
    'context',
    'content',
    'active',
    'securityGroup',
    REFUSED_FIELD,
    'opp',
];
/** Names of variables that every shell can set. */
const SETTABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Prefixes of variables of this program, the runner and Node, which a document must not push to a server. */
const RESERVED_PREFIXES = ['CONFIGHUB', 'GITHUB', 'ACTIONS', 'RUNNER', 'INPUT', 'NODE'];


/***/ }),

/***/ 474:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ firstLevelElements),
/* harmony export */   o: () => (/* binding */ countsByElement)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(402);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2774);
/* harmony import */ var _state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);
// What applications receive in each element of the first context level, such as each environment, counted.




const OUTCOMES = ['delete', 'update', 'create'];
/**
 * The elements of the first level that these states and `order` name, without `*`: those of `order` first, the others
 * by name, ignoring case.
 */
function firstLevelElements(states, order = []) {
    const contexts = new Set();
    for (const state of states)
        for (const { row } of (0,_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowsIn */ .Nn)(state))
            contexts.add(row.context);
    const found = [...contexts].map(_context_js__WEBPACK_IMPORTED_MODULE_3__/* .firstElement */ .Rn).sort((a, b) => (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.toLowerCase(), b.toLowerCase()));
    const named = new Map();
    for (const element of [...order, ...found])
        if (element !== '*' && !named.has(element.toLowerCase()))
            named.set(element.toLowerCase(), element);
    return [...named.values()];
}
/**
 * For each element of the first level: how many changes create, update or delete what its applications receive. A
 * change counts once for each element that it reaches, by the most dangerous of its effects there. In the order of
 * `elements`, any other element last; elements that nothing reaches are left out.
 */
function countsByElement({ changes, elements }) {
    if (elements === undefined)
        return [];
    // Most changes name few elements: what they do in all others is counted once.
    const elsewhere = { ...NONE };
    const differences = new Map();
    for (const change of changes) {
        if (change.kind === 'key' || !(0,_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isCounted */ .he)(change))
            continue;
        const { named, others } = outcomesOf(change);
        if (others !== undefined)
            elsewhere[others]++;
        for (const [id, outcome] of named) {
            const difference = differences.get(id) ?? { ...NONE };
            differences.set(id, difference);
            if (outcome !== undefined)
                difference[outcome]++;
            if (others !== undefined)
                difference[others]--;
        }
    }
    const names = new Map([...elements, '*'].map((element) => [(0,_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(element), element]));
    return [...names]
        .map(([id, element]) => ({ element, ...sum(elsewhere, differences.get(id) ?? NONE) }))
        .filter(({ create, update, delete: deleted }) => create + update + deleted > 0);
}
const NONE = { create: 0, update: 0, delete: 0 };
function sum(one, other) {
    return {
        create: one.create + other.create,
        update: one.update + other.update,
        delete: one.delete + other.delete,
    };
}
function outcomesOf(change) {
    if (change.received === undefined) {
        // Its effects are unknown.
        const id = (0,_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)((0,_context_js__WEBPACK_IMPORTED_MODULE_3__/* .firstElement */ .Rn)(change.context));
        if (id === '*')
            return { named: new Map(), others: change.action };
        return { named: new Map([[id, change.action]]), others: undefined };
    }
    const { regions } = change.received;
    const ids = new Set(regions.flatMap(({ contexts }) => [contexts.elements, ...contexts.except]).map(idOfFirst));
    ids.delete('*');
    const outcomeIn = (id) => {
        const outcomes = new Set(regions.filter((region) => reaches(region, id)).map(outcomeOf));
        return OUTCOMES.find((outcome) => outcomes.has(outcome));
    };
    return { named: new Map([...ids].map((id) => [id, outcomeIn(id)])), others: outcomeIn('*') };
}
function idOfFirst([first = '*']) {
    return (0,_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(first);
}
function reaches({ contexts: { elements, except } }, element) {
    const first = idOfFirst(elements);
    if (first !== '*')
        return first === element;
    return !except.some((one) => idOfFirst(one) === element && one.slice(1).every((name) => name === '*'));
}
/** What an application there sees: where another row wins instead of a deleted one, that is an update. */
function outcomeOf({ before, after }) {
    if (after === undefined)
        return 'delete';
    return before === undefined ? 'create' : 'update';
}


/***/ }),

/***/ 997:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DH: () => (/* binding */ WHOLE_REPOSITORY),
/* harmony export */   Od: () => (/* binding */ scopeOf),
/* harmony export */   du: () => (/* binding */ SCOPE_FIELDS)
/* harmony export */ });
/* harmony import */ var _lib_glob_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7005);
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(402);
// The part of a repository that a project manages: `scope` and `ignore` of the project file.


const SCOPE_FIELDS = ['keys', 'contexts', 'files'];
const WHOLE_REPOSITORY = {
    item: () => true,
    whole: () => true,
    row: () => true,
    written: {},
};
/**
 * What `scope` covers and `ignore` does not. Key names and contexts ignore case, paths do not. In a context, `*` is the
 * element `*` itself, and `**` matches any element.
 */
function scopeOf({ scope, ignore }) {
    if (scope === undefined && ignore === undefined)
        return WHOLE_REPOSITORY;
    const key = both(names(scope?.keys, true), except(ignore?.keys, (globs) => names(globs, true)));
    const path = both(names(scope?.files, false), except(ignore?.files, (globs) => names(globs, false)));
    const context = both(contexts(scope?.contexts), except(ignore?.contexts, contexts));
    const coversContexts = scope?.contexts === undefined && ignore?.contexts === undefined;
    const item = ({ kind, name }) => (kind === 'key' ? key(name) : path(name));
    return {
        item,
        whole: (one) => coversContexts && item(one),
        row: (one, where) => item(one) && context(where),
        written: { ...(scope && { scope }), ...(ignore && { ignore }) },
    };
}
function both(a, b) {
    return (text) => a(text) && b(text);
}
function except(globs, test) {
    if (globs === undefined)
        return () => true;
    const isIgnored = test(globs);
    return (text) => !isIgnored(text);
}
function names(globs, nocase) {
    return chosen(globs, (glob) => (0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .globTest */ .FX)(glob, { nocase }));
}
function contexts(globs) {
    return chosen(globs, (glob) => {
        const tests = (0,_context_js__WEBPACK_IMPORTED_MODULE_1__/* .elementsOf */ .ZE)(glob).map(elementTest);
        return (context) => {
            const elements = context === _context_js__WEBPACK_IMPORTED_MODULE_1__/* .EVERYWHERE */ .Zh ? tests.map(() => '*') : (0,_context_js__WEBPACK_IMPORTED_MODULE_1__/* .elementsOf */ .ZE)(context);
            return elements.length === tests.length && tests.every((test, level) => test(elements[level] ?? ''));
        };
    });
}
function elementTest(glob) {
    if (glob === '*')
        return (element) => element === '*';
    if (glob === '**')
        return () => true;
    return (0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .globTest */ .FX)(glob, { nocase: true });
}
/** Covered by at least one glob without `!`, if there is one, and by no glob with `!`. */
function chosen(globs, test) {
    if (globs === undefined)
        return () => true;
    const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => test(glob.slice(1)));
    const included = globs.filter((glob) => !glob.startsWith('!')).map(test);
    return (text) => (included.length === 0 || included.some((one) => one(text))) && !excluded.some((one) => one(text));
}


/***/ }),

/***/ 6796:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KZ: () => (/* binding */ isSecretText),
/* harmony export */   Kx: () => (/* binding */ PLACEHOLDER),
/* harmony export */   MH: () => (/* binding */ nameMatcher),
/* harmony export */   XG: () => (/* binding */ secretNames),
/* harmony export */   aJ: () => (/* binding */ isShown),
/* harmony export */   kY: () => (/* binding */ shownVariable),
/* harmony export */   lJ: () => (/* binding */ secretMember),
/* harmony export */   n0: () => (/* binding */ looksSecret),
/* harmony export */   p2: () => (/* binding */ Passwords),
/* harmony export */   w2: () => (/* binding */ isSecretValue)
/* harmony export */ });
/* unused harmony exports SECRET_WORDS, SECRET_LAST_WORDS, DOUBTFUL_LAST_WORDS, ABOUT_SECRETS, AMOUNTS */
/* harmony import */ var _lib_glob_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7005);
// Detects secrets by name and by content; keeps passwords of security groups.

/** Anywhere in a name, ignoring case. */
const SECRET_WORDS = [
    'password',
    'passwd',
    'passphrase',
    'pwd',
    'secret',
    'token',
    'credential',
    'connection string',
    'private key',
    'api key',
    'access key',
    'account key',
    'encryption key',
    'signing key',
    'shared key',
];
/** Only as the last word of a name: `bind.pass` and `dbPass`, but neither `pass.count` nor `compass`. */
const SECRET_LAST_WORDS = ['pass', 'pw', 'passcode', 'authorization'];
/** The same, if the value looks like a credential too: `basic.auth`, but not `smtp.auth: true`. */
const DOUBTFUL_LAST_WORDS = ['auth', 'salt', 'pin', 'cookie', 'bearer', 'sas', 'sig', 'signature'];
/** As the last word of the name of a part of a text, these say that it is about a secret: `password.length`. */
const ABOUT_SECRETS = [
    'algorithm',
    'class',
    'count',
    'enabled',
    'encoder',
    'endpoint',
    'env',
    'expiration',
    'expires',
    'expiry',
    'field',
    'file',
    'filename',
    'format',
    'hashers',
    'header',
    'hint',
    'id',
    'issuer',
    'iterations',
    'label',
    'length',
    'lifetime',
    'limit',
    'max',
    'min',
    'name',
    'names',
    'path',
    'pattern',
    'placeholder',
    'policy',
    'ref',
    'regex',
    'required',
    'size',
    'store',
    'timeout',
    'title',
    'ttl',
    'type',
    'uri',
    'url',
    'validators',
    'validity',
    'version',
];
/** Blanks in {@link SECRET_WORDS} stand for nothing, or one of `-`, `_` and `.`. */
const SECRET_NAME = new RegExp(`${SECRET_WORDS.map((word) => word.replace('connection string', 'conn(?:ection)?[-_.]?str').replace(' ', '[-_.]?')).join('|')}`, 'i');
/** The same as any word: `max_tokens`. */
const AMOUNTS = ['count', 'limit', 'max', 'min', 'num', 'number'];
/** `dbPass`, `DB_PASS` and `db.pass[0]` → `db`, `pass`. */
function wordsOf(name) {
    const separate = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
    return separate.match(/[a-z]+/g) ?? [];
}
function lastWord(name) {
    return wordsOf(name).at(-1) ?? '';
}
function isOneOf(word, words) {
    return words.includes(word);
}
/** Whether the name of a key or file says that it is secret. */
function isNamedSecret(name) {
    return SECRET_NAME.test(name) || isOneOf(lastWord(name), SECRET_LAST_WORDS);
}
/** What the name of a member says of its value; as written, perhaps with escapes of JSON or YAML. */
function secretMember(written) {
    const name = written.replace(/\\+(?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, long, short) => String.fromCharCode(Number.parseInt(long ?? short ?? '', 16)));
    const last = lastWord(name);
    if (isOneOf(last, ABOUT_SECRETS) || wordsOf(name).some((word) => isOneOf(word, AMOUNTS)))
        return undefined;
    if (isNamedSecret(name))
        return 'certain';
    return isOneOf(last, DOUBTFUL_LAST_WORDS) ? 'doubtful' : undefined;
}
/** Matches key names and file paths: built-in patterns, and the globs of `redact`, ignoring case. */
function secretNames(redact) {
    const isRedacted = nameMatcher(redact);
    // Asked with every value of a key.
    const known = new Map();
    return (name) => {
        const isSecret = known.get(name) ?? (isNamedSecret(name) || isRedacted(name));
        known.set(name, isSecret);
        return isSecret;
    };
}
/** Matches key names and file paths against globs, ignoring case. */
function nameMatcher(globs) {
    const matches = globs.map((glob) => (0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .globTest */ .FX)(glob, { nocase: true }));
    return (name) => matches.some((match) => match(name));
}
/** The start of a run of token characters: each run is examined once, so the time stays linear. */
const START = '(?<![A-Za-z0-9_-])';
/** Token prefixes of known services, with the minimum length. */
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
/** `has`: a cheap test before the pattern, because nearly all texts are no secrets. */
const LOOKS = [
    { has: '-----BEGIN', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/ },
    { has: '', pattern: new RegExp(`${START}(?:${TOKENS.join('|')})`) },
    {
        // A URL with a password, unless the password is a placeholder or a variable.
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
/** Whether a text contains a private key, a known kind of token or a URL with a password. */
function looksSecret(text) {
    if (typeof text !== 'string' || text.length < SHORTEST)
        return false;
    return LOOKS.some(({ has, pattern }) => text.includes(has) && pattern.test(text));
}
const SHORTEST = 12;
/** Nearly all names end with none of these words, and have no escapes. */
const MAY_BE_DOUBTFUL = new RegExp(`(?:${DOUBTFUL_LAST_WORDS.join('|')})[^a-z]*$|\\\\`, 'i');
/** Whether a text is a secret as a whole, by its form or by the name of its item. */
function isSecretText(name, text) {
    if (typeof text !== 'string')
        return false;
    if (looksSecret(text))
        return true;
    return MAY_BE_DOUBTFUL.test(name) && secretMember(name) === 'doubtful' && isCredential(text.trim());
}
/** Characters of a credential at most. */
const LONGEST = 200;
/** What a doubtful name says to be secret: neither a word, nor a number of a few digits. */
function isCredential(text) {
    if (text.length > LONGEST)
        return false;
    return /^(?:\d{4,8}|(?=\S*[a-z])(?=\S*[\d:+/=])\S{8,})$/i.test(text) && !/^https?:/i.test(text);
}
/** Placeholders and words that stand for a value: they say nothing. */
const PLACEHOLDER = /^(?:|\$\{[^}]*\}|\$\([^)]*\)|\$[A-Za-z_]\w*|\{\{.*\}\}|<[^>]*>|%[\w.]+%|%\w{0,3}\{[^}]*\}?|\*+|x{3,}|\(secret.*\)|null|~|true|false|yes|no|on|off|none|required|optional)$/i;
/** @param name what {@link secretMember} says of the name of the member */
function isSecretValue(value, name) {
    const text = value.trim();
    if (PLACEHOLDER.test(text))
        return false;
    return name === 'certain' || isCredential(text);
}
/** Longer names, and names that look like a secret, are not shown: the text itself may be in the wrong place. */
const MAX_SHOWN_NAME = 60;
/** Whether a name of a file or variable may be shown in messages. */
function isShown(name) {
    return name.length <= MAX_SHOWN_NAME && !looksSecret(name);
}
/** A variable as messages name it. */
function shownVariable(name) {
    return isShown(name) ? name : 'a variable';
}
/** Passwords of security groups, in private fields that JSON, logs and inspection do not show. */
class Passwords {
    #byGroup = new Map();
    /** The variable of each group, set or not. */
    variables = new Map();
    /** Group names are case-sensitive, as on the server. */
    of = (group) => this.#byGroup.get(group);
    set(group, password) {
        this.#byGroup.set(group, password);
    }
    /** To keep them out of all output. */
    all() {
        return [...this.#byGroup.values()];
    }
}


/***/ }),

/***/ 8655:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   be: () => (/* binding */ formatOf),
/* harmony export */   qE: () => (/* binding */ SOURCE_FIELDS),
/* harmony export */   s1: () => (/* binding */ SOURCE_KINDS)
/* harmony export */ });
/** Fields of one source. */
const SOURCE_FIELDS = [
    'path',
    'exclude',
    'as',
    'context',
    'elements',
    'prefix',
    'separator',
    'types',
    'keys',
    'ignore',
    'root',
];
/** What a file becomes: `keys`, the default, or one file of the server. */
const SOURCE_KINDS = ['keys', 'files'];
/** By the name of the file; `undefined`: unknown. */
function formatOf(path) {
    const name = path.split('/').at(-1) ?? '';
    return FORMATS.find(([pattern]) => pattern.test(name))?.[1];
}
const FORMATS = [
    [/\.properties$/i, 'properties'],
    [/^\.env(?:\..+)?$|\.env$/i, 'dotenv'],
    [/\.(?:ya?ml|json)$/i, 'nested'],
];


/***/ }),

/***/ 6616:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ed: () => (/* binding */ stands),
/* harmony export */   F8: () => (/* binding */ groupOf),
/* harmony export */   Hr: () => (/* binding */ textName),
/* harmony export */   Mv: () => (/* binding */ KEY_METADATA),
/* harmony export */   Nn: () => (/* binding */ rowsIn),
/* harmony export */   Ot: () => (/* binding */ VDTS),
/* harmony export */   PB: () => (/* binding */ isVdt),
/* harmony export */   Q4: () => (/* binding */ addFileRow),
/* harmony export */   Qx: () => (/* binding */ withRows),
/* harmony export */   RO: () => (/* binding */ rowsOf),
/* harmony export */   XG: () => (/* binding */ itemId),
/* harmony export */   ce: () => (/* binding */ rowAt),
/* harmony export */   ib: () => (/* binding */ isNative),
/* harmony export */   ig: () => (/* binding */ isFilePath),
/* harmony export */   iv: () => (/* binding */ onlyRows),
/* harmony export */   nG: () => (/* binding */ filesIn),
/* harmony export */   p$: () => (/* binding */ emptyState),
/* harmony export */   q7: () => (/* binding */ keysIn),
/* harmony export */   qp: () => (/* binding */ fileId),
/* harmony export */   xs: () => (/* binding */ keyId)
/* harmony export */ });
/* harmony import */ var _lib_collections_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4390);
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(402);
// State: keys and files with their rows. Desired, baseline and live all have this type.


const KEY_METADATA = [
    'vdt',
    'readme',
    'deprecated',
    'push',
    'securityGroup',
];
/** The server ignores case in key names. */
function keyId(name) {
    return name.toLowerCase();
}
/** Paths are case-sensitive. Sorted, all files come behind all keys. */
function fileId(path) {
    return `\uffff${path}`;
}
function itemId({ kind, name }) {
    return kind === 'file' ? fileId(name) : keyId(name);
}
function emptyState() {
    return { items: new Map() };
}
/** Whether a state has an item or a row that is to exist. */
function stands(one) {
    return one !== undefined && one.absent !== true;
}
function keysIn({ items }) {
    return [...items.values()].filter(({ kind }) => kind === 'key');
}
function filesIn({ items }) {
    return [...items.values()].filter(({ kind }) => kind === 'file');
}
function rowsOf(items) {
    return items.flatMap(({ rows }) => [...rows.values()]);
}
function rowAt({ items }, { id, context }) {
    return items.get(id)?.rows.get(context);
}
/** Every row with its item. */
function* rowsIn({ items }) {
    for (const [id, item] of items)
        for (const [context, row] of item.rows)
            yield { id, item, context, row };
}
/** The same state with other rows. What does not change is shared. */
function withRows({ items }, change) {
    return {
        items: (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_0__/* .changed */ .t)(items, (item, id) => {
            const rows = (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_0__/* .changed */ .t)(item.rows, (row, context) => change(row, { id, context, item }));
            return rows === item.rows ? item : { ...item, rows };
        }),
    };
}
/** The state with only these rows. A file without rows is no item; a key is one. */
function onlyRows({ items }, isLeft) {
    const left = new Map();
    for (const [id, item] of items) {
        const gone = [...item.rows].filter(([context, row]) => !isLeft({ id, item, context, row }));
        const rows = gone.length === 0 ? item.rows : new Map(item.rows);
        for (const [context] of gone)
            rows.delete(context);
        if (item.kind === 'key' || rows.size > 0)
            left.set(id, rows === item.rows ? item : { ...item, rows });
    }
    return { items: left };
}
/** Puts a row into a state, with its file if that is new. */
function addFileRow({ items }, path, row) {
    const id = fileId(path);
    const file = items.get(id) ?? { kind: 'file', name: path, rows: new Map() };
    items.set(id, file);
    file.rows.set((0,_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextId */ .PF)(row.context), row);
}
/** The text of a row in messages. */
function textName({ kind, name }) {
    return kind === 'key' ? `The value of ${name}` : `The content of ${name}`;
}
/** The security group that guards a row. */
function groupOf(item, row) {
    return item.securityGroup ?? row.securityGroup;
}
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
/** Whether documents may write a value of this type as a mapping or a list. */
function isNative(vdt) {
    return vdt === 'Map' || vdt === 'List' || vdt === 'JSON';
}
/** Whether values of this type are paths of files. */
function isFilePath(vdt) {
    return vdt === 'FileRef' || vdt === 'FileEmbed';
}
/** Case-sensitive, as on the server. */
function isVdt(text) {
    return VDTS.includes(text);
}


/***/ }),

/***/ 3155:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B9: () => (/* binding */ tokenOf),
/* harmony export */   Dt: () => (/* binding */ targetTokensIn),
/* harmony export */   MI: () => (/* binding */ TARGET_NAME),
/* harmony export */   O1: () => (/* binding */ isSamePlace),
/* harmony export */   Sj: () => (/* binding */ tokenVariable),
/* harmony export */   g_: () => (/* binding */ repositoryText),
/* harmony export */   ii: () => (/* binding */ isAt),
/* harmony export */   oE: () => (/* binding */ chosenTarget),
/* harmony export */   ve: () => (/* binding */ isSameRepository)
/* harmony export */ });
// The named targets of a project file: which one is meant, and the variables that have their tokens.
/** `acme/shop`. */
function repositoryText({ account, name }) {
    return `${account}/${name}`;
}
/** `undefined`: the file has no such target. */
function chosenTarget(targets, { name, at }) {
    const named = targets.find((target) => target.name === name);
    if (at === undefined)
        return named;
    const there = targets.filter((target) => isAt(target, at));
    const exactly = there.filter(({ url }) => url === at.url);
    // A URL that comes from the environment may be that of several.
    const [first = there[0]] = exactly;
    const fitting = exactly.length > 0 ? exactly : there;
    if (first !== undefined)
        return fitting.find((target) => target === named) ?? first;
    // The server may have been another one then; never the target of another repository, as long as there is this one.
    const same = targets.filter(({ repository }) => isSameRepository(repository, at.repository));
    if (same.length === 0)
        return named;
    return same.find((target) => target === named) ?? (same.length === 1 ? same[0] : undefined);
}
/** Whether this may be the target: a project file may leave out what comes from the environment. */
function isAt({ url, repository }, at) {
    return ((url === undefined || url === at.url) && (repository === undefined || isSameRepository(repository, at.repository)));
}
function isSameRepository(one, other) {
    return one.account === other.account && one.name === other.name;
}
/** Whether both have the same record: its name has no `http:` or `https:`. */
function isSamePlace(one, other) {
    const [first, second] = [one, other].map(({ url }) => url?.replace(/^https?:/, ''));
    return first === second && isSameRepository(one.repository, other.repository);
}
/** Part of the name of a variable, and shown in tables and links. */
const TARGET_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;
/** `shop-eu` → `CONFIGHUB_TOKEN_SHOP_EU`. */
function tokenVariable(target) {
    return `${TOKEN_PREFIX}${target.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}
/** Where the token of a target, or of a project file without `targets`, is expected. */
function tokenOf({ declaredAs }) {
    return declaredAs === undefined ? 'CONFIGHUB_TOKEN' : tokenVariable(declaredAs);
}
const TOKEN_PREFIX = 'CONFIGHUB_TOKEN_';
/** The tokens of targets that are set, before it is known which targets there are. */
function targetTokensIn(env) {
    // Windows ignores the case of a name.
    const names = Object.keys(env).filter((name) => name.toUpperCase().startsWith(TOKEN_PREFIX));
    return names.map((name) => env[name]?.trim() ?? '').filter((token) => token !== '');
}


/***/ }),

/***/ 246:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DK: () => (/* binding */ isOnForge),
/* harmony export */   NV: () => (/* binding */ withConfig),
/* harmony export */   Y1: () => (/* binding */ forgeEntries),
/* harmony export */   gp: () => (/* binding */ basicCredential)
/* harmony export */ });
/** The credential in the request header: register it as a secret as well as the token. */
function basicCredential(token) {
    return Buffer.from(`x-access-token:${token}`).toString('base64');
}
/**
 * The header for the forge. The empty value first removes the one that `actions/checkout` left in the clone's
 * configuration, because two Authorization headers are refused.
 */
function forgeEntries({ serverUrl, token }) {
    const key = `http.${serverUrl.replace(/\/+$/, '')}/.extraheader`;
    return [
        [key, ''],
        [key, `AUTHORIZATION: basic ${basicCredential(token)}`],
    ];
}
/** Whether the remote is on the forge, over http(s), and has no password in its address. */
function isOnForge(remoteUrl, serverUrl) {
    const remote = parse(remoteUrl);
    const forge = parse(serverUrl);
    if (remote === undefined || forge === undefined)
        return false;
    const base = `${forge.pathname.replace(/\/+$/, '')}/`;
    return remote.origin === forge.origin && remote.pathname.startsWith(base) && remote.password === '';
}
/** The environment with git configuration added after (`last`) or before (`first`) the entries it already has. */
function withConfig(env, entries, position = 'last') {
    const carried = carriedEntries(env);
    const all = position === 'first' ? [...entries, ...carried] : [...carried, ...entries];
    if (all.length === 0)
        return env;
    const result = { ...env, GIT_CONFIG_COUNT: String(all.length) };
    for (const [i, [key, value]] of all.entries()) {
        result[`GIT_CONFIG_KEY_${i}`] = key;
        result[`GIT_CONFIG_VALUE_${i}`] = value;
    }
    return result;
}
function carriedEntries(env) {
    const count = Number(env.GIT_CONFIG_COUNT ?? '');
    if (!Number.isInteger(count) || count < 0)
        return [];
    return Array.from({ length: count }, (_, i) => [env[`GIT_CONFIG_KEY_${i}`] ?? '', env[`GIT_CONFIG_VALUE_${i}`] ?? '']).filter(([key]) => key !== '');
}
/** `undefined` for anything but an http(s) address, such as a path, `git@host:path` or `ssh://`. */
function parse(address) {
    if (!URL.canParse(address))
        return undefined;
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}


/***/ }),

/***/ 7148:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bD: () => (/* binding */ messageOf),
/* harmony export */   kN: () => (/* binding */ readCommit),
/* harmony export */   nG: () => (/* binding */ filesIn),
/* harmony export */   nR: () => (/* binding */ ObjectReader)
/* harmony export */ });
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5689);

/** Larger objects are not read. */
const MAX_BYTES = 256 * 1024 * 1024;
/** The process is ended after this time without a read. */
const IDLE_MS = 500;
/** Runs `git cat-file --batch`, started on the first read. It does not keep the program running. */
class ObjectReader {
    #start;
    #timeoutMs;
    #child;
    #waiting = [];
    #chunks = [];
    #size = 0;
    /** Header of the object whose content is being received. */
    #head;
    #timer;
    /** Why the process was ended early. */
    #problem;
    constructor(start, timeoutMs) {
        this.#start = start;
        this.#timeoutMs = timeoutMs;
    }
    /** @param name an id, or any name without a line break. `undefined`: not found. Throws GitError. */
    read(name) {
        return new Promise((resolve, reject) => {
            const child = this.#child ?? this.#begin();
            this.#waiting.push({ resolve, reject });
            this.#watch(child);
            child.stdin.write(`${name}\n`);
        });
    }
    #begin() {
        const child = this.#start();
        this.#child = child;
        child.stderr.resume();
        child.stdin.on('error', () => { });
        child.stdout.on('data', (chunk) => this.#take(chunk));
        child.unref();
        for (const stream of [child.stdin, child.stderr])
            stream.unref();
        (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .ending */ .K1)(child).then(({ error }) => this.#ended(child, error));
        return child;
    }
    /** Limits the time of pending reads; without any, the process may end. */
    #watch(child) {
        const stdout = child.stdout;
        clearTimeout(this.#timer);
        if (this.#waiting.length > 0) {
            stdout.ref();
            this.#timer = setTimeout(() => {
                this.#problem = (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .tooLate */ .Bg)(this.#timeoutMs);
                (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .end */ ._N)(child);
            }, this.#timeoutMs);
        }
        else {
            stdout.unref();
            this.#timer = setTimeout(() => this.#rest(child), IDLE_MS).unref();
        }
    }
    #rest(child) {
        this.#child = undefined;
        child.stdin.end();
    }
    #take(chunk) {
        this.#chunks.push(chunk);
        this.#size += chunk.length;
        for (let done = this.#next(); done !== undefined; done = this.#next()) {
            const [waiting, object] = done;
            waiting?.resolve(object);
        }
        if (this.#child !== undefined)
            this.#watch(this.#child);
    }
    /** The next complete answer. */
    #next() {
        this.#head ??= this.#readHead();
        if (this.#head === undefined)
            return undefined;
        if (this.#head.size > MAX_BYTES && this.#child !== undefined) {
            this.#problem = (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .failure */ .V2)('failed', 'an object is larger than 256 MiB');
            (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .end */ ._N)(this.#child);
            return undefined;
        }
        const { id, type, size } = this.#head;
        if (type === '') {
            this.#head = undefined;
            return [this.#waiting.shift(), undefined];
        }
        // The content ends with a line break.
        if (this.#size < size + 1)
            return undefined;
        const all = this.#all();
        this.#keep(all.subarray(size + 1));
        this.#head = undefined;
        return [this.#waiting.shift(), { id, type, content: all.subarray(0, size) }];
    }
    /** Reads `<id> <type> <size>`. Any other line, such as `<name> missing`, gets the type `''`. */
    #readHead() {
        if (!this.#chunks.some((chunk) => chunk.includes(10)))
            return undefined;
        const all = this.#all();
        const line = all.toString('utf8', 0, all.indexOf(10));
        this.#keep(all.subarray(all.indexOf(10) + 1));
        const [, id = '', type = '', size] = /^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(line) ?? [];
        return { id, type, size: Number(size ?? 0) };
    }
    #all() {
        return this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
    }
    #keep(rest) {
        this.#chunks = rest.length === 0 ? [] : [rest];
        this.#size = rest.length;
    }
    #ended(child, error) {
        if (this.#child === child)
            this.#child = undefined;
        else if (this.#child !== undefined)
            return;
        clearTimeout(this.#timer);
        const exit = error?.code === 'ENOENT' ? _git_js__WEBPACK_IMPORTED_MODULE_0__/* .NOT_INSTALLED */ .ZB : (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .failure */ .V2)('failed', 'git ended unexpectedly');
        const result = this.#problem ?? exit;
        const waiting = this.#waiting.splice(0);
        for (const { reject } of waiting)
            reject(new _git_js__WEBPACK_IMPORTED_MODULE_0__/* .GitError */ .XS('Cannot read Git objects', result));
        this.#keep(Buffer.alloc(0));
        this.#head = undefined;
        this.#problem = undefined;
    }
}
/** The message of a commit, decoded as its headers say. */
function messageOf(commit) {
    const end = commit.indexOf('\n\n');
    const encoding = /^encoding (.+)$/m.exec(commit.toString('latin1', 0, end))?.[1] ?? 'utf-8';
    const message = commit.subarray(end + 2);
    try {
        return new TextDecoder(encoding).decode(message);
    }
    catch {
        return message.toString();
    }
}
/** Throws GitError, also if there is no such commit. */
async function readCommit(objects, id) {
    const found = await objects.read(`${id}^{commit}`);
    if (found === undefined)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_0__/* .GitError */ .XS(`Cannot read commit ${id}`, (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .failure */ .V2)('failed', 'it is not in this repository'));
    const [head = ''] = found.content.toString().split('\n\n', 1);
    const [, tree = ''] = /^tree ([0-9a-f]+)$/m.exec(head) ?? [];
    const parents = [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent);
    const [, seconds] = /^committer .* (\d{1,12}) [+-]\d{4}$/m.exec(head) ?? [];
    return {
        tree,
        parents,
        time: new Date(Number(seconds ?? 0) * 1000).toISOString(),
        message: messageOf(found.content),
    };
}
/**
 * The regular files in a folder of a commit (`''`: its root), without symbolic links and submodules, by path relative
 * to it. `undefined` if the folder or a part of it is missing. Throws GitError.
 */
async function filesIn(objects, { commit, folder }) {
    let members = await membersOf(objects, `${commit}^{tree}`);
    for (const part of folder === '' ? [] : folder.split('/')) {
        const next = members?.find(({ mode, name }) => mode === FOLDER && name === part);
        members = next && (await membersOf(objects, next.id));
    }
    return members && filesBelow(objects, { members, prefix: '' });
}
const FOLDER = '40000';
async function filesBelow(objects, { members, prefix }) {
    const parts = await Promise.all(members.map(async ({ mode, name, id }) => {
        const path = `${prefix}${name}`;
        if (/^100\d{3}$/.test(mode))
            return [{ path, id }];
        if (mode !== FOLDER)
            return [];
        const inside = await membersOf(objects, id);
        return inside && filesBelow(objects, { members: inside, prefix: `${path}/` });
    }));
    const found = parts.filter((part) => part !== undefined);
    return found.length < parts.length ? undefined : found.flat();
}
/** The entries of a tree, each `<mode> <name>\0<binary id>`; `undefined` if there is no such tree. */
async function membersOf(objects, name) {
    const tree = await objects.read(name);
    if (tree?.type !== 'tree')
        return undefined;
    const { content } = tree;
    const length = tree.id.length / 2;
    const members = [];
    for (let at = 0; at < content.length;) {
        const blank = content.indexOf(32, at);
        const nul = content.indexOf(0, blank);
        members.push({
            mode: content.toString('latin1', at, blank),
            name: content.toString('utf8', blank + 1, nul),
            id: content.toString('hex', nul + 1, nul + 1 + length),
        });
        at = nul + 1 + length;
    }
    return members;
}


/***/ }),

/***/ 1954:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _z: () => (/* binding */ inFolder),
/* harmony export */   h_: () => (/* binding */ openRepository),
/* harmony export */   x_: () => (/* binding */ nearestFolder)
/* harmony export */ });
/* unused harmony export GitRepository */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _git_credentials_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(246);
/* harmony import */ var _git_objects_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7148);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5689);
// [edge] The Git repository of a project: its folders, checked-out commit and index.





const NETWORK_TIMEOUT_MS = 120_000;
/**
 * Opens the repository whose work tree contains `dir`; `undefined`: there is none. Throws GitError if there is a `.git`
 * that git does not accept (another owner, broken settings or files), or git is not installed (`git-missing`).
 */
async function openRepository(dir, options = {}) {
    const env = (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .withoutRepository */ .tZ)(options.env ?? process.env);
    const git = (...args) => (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .runGit */ .EO)({ args: ['-C', dir, ...args], env });
    const [inside, origin] = await Promise.all([
        git('rev-parse', '--is-inside-work-tree', '--is-shallow-repository', '--show-cdup', '--show-prefix'),
        git('remote', 'get-url', 'origin'),
    ]);
    if (/cannot change to/.test(inside.stderr))
        return undefined;
    const found = nearestDotGit(realpathOf(dir));
    if (inside.failure === 'missing' && found !== undefined)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS('Cannot read the Git repository of this project', inside);
    const isNone = inside.failure === 'missing' || /not a git repository/.test(inside.stderr);
    if (isNone)
        return noneUnless(found, inside);
    // The prefix may contain line breaks.
    const [isInside, shallow, up = '', ...prefix] = (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b6)('Cannot read the Git repository', inside).split('\n');
    if (isInside !== 'true')
        return noneUnless(found, (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .failure */ .V2)('failed', 'it has no work tree (`core.bare`)'));
    const topLevel = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(dir), up);
    // Git passes over what it does not accept.
    if (found?.startsWith((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(topLevel, node_path__WEBPACK_IMPORTED_MODULE_1__.sep)) && (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(found) !== topLevel)
        return noneUnless(found, (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .failure */ .V2)('failed', `it uses the repository at ${topLevel} instead`));
    return new GitRepository({
        topLevel,
        folder: prefix.join('\n').replace(/\/$/, ''),
        shallow: shallow === 'true',
        originUrl: origin.status === 0 ? origin.stdout.toString().trim() : undefined,
        options: { ...options, env },
    });
}
/** The folder itself, or the nearest parent that exists. */
function nearestFolder(dir) {
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(dir) ? dir : nearestFolder((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(dir));
}
/** Throws if there is a `.git`: no repository would mean no record, no lock, and no drift. */
function noneUnless(dotGit, said) {
    if (dotGit === undefined)
        return undefined;
    throw new _git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS(`Git does not accept ${dotGit}, so the record of applies cannot be read`, said);
}
/** The `.git` in a folder, or in the nearest one above it, whatever it is. Works without git. */
function nearestDotGit(dir) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(dir, '.git');
    if (isThere(path))
        return path;
    const above = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(dir);
    return above === dir ? undefined : nearestDotGit(above);
}
/** A broken link too. */
function isThere(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path, { throwIfNoEntry: false }) !== undefined;
    }
    catch {
        return false;
    }
}
function realpathOf(dir) {
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(dir) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(dir) : dir;
}
/** A Git repository with a work tree. Made by {@link openRepository}. */
class GitRepository {
    /** Absolute path of the work tree. */
    topLevel;
    /** The folder that was opened, relative to the top, with `/`; `''` for the top itself. */
    folder;
    /** Whether the clone lacks a part of the history. */
    shallow;
    /** Whether there is a remote named `origin`. */
    origin;
    env;
    /** `env` with the credentials for `origin`. */
    networkEnv;
    /** Answers by the two commits, cached because a shallow clone fetches history to find them. */
    ancestries = new Map();
    objects;
    #timeoutMs;
    #secrets;
    #head;
    #settings;
    constructor({ topLevel, folder, shallow, originUrl, options }) {
        const { env, forge, timeoutMs } = options;
        const usable = forge !== undefined && forge.token !== '' && (0,_git_credentials_js__WEBPACK_IMPORTED_MODULE_4__/* .isOnForge */ .DK)(originUrl ?? '', forge.serverUrl);
        this.topLevel = topLevel;
        this.folder = folder;
        this.shallow = shallow;
        this.origin = originUrl !== undefined;
        this.env = env;
        this.networkEnv = usable ? (0,_git_credentials_js__WEBPACK_IMPORTED_MODULE_4__/* .withConfig */ .NV)(env, (0,_git_credentials_js__WEBPACK_IMPORTED_MODULE_4__/* .forgeEntries */ .Y1)(forge)) : env;
        this.#timeoutMs = timeoutMs ?? NETWORK_TIMEOUT_MS;
        // With the network, because a partial clone may have to fetch contents from origin.
        const call = { args: ['-C', topLevel, 'cat-file', '--batch'], env: this.networkEnv, network: true };
        this.objects = new _git_objects_js__WEBPACK_IMPORTED_MODULE_2__/* .ObjectReader */ .nR(() => (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .start */ .ni)(call), this.#timeoutMs);
        this.#secrets = forge === undefined ? [] : [forge.token, (0,_git_credentials_js__WEBPACK_IMPORTED_MODULE_4__/* .basicCredential */ .gp)(forge.token)];
    }
    /** Runs git in the top folder, with the credentials only if `network` is set. */
    git(args, { input, network = false, env = {} } = {}) {
        const own = network ? this.networkEnv : this.env;
        return this.run(['-C', this.topLevel, ...args], { env: { ...own, ...env }, network, input });
    }
    /** Runs git anywhere, with this repository's time limits and masked secrets. */
    run(args, call) {
        const timeoutMs = call.network ? this.#timeoutMs : undefined;
        return (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .runGit */ .EO)({ ...call, args, timeoutMs, secrets: this.#secrets });
    }
    /** The checked-out commit at the first call; `undefined` on a branch without a commit. Throws GitError. */
    head() {
        this.#head ??= this.#readHead();
        return this.#head;
    }
    /** All settings, as at the first call. Throws GitError. */
    settings() {
        this.#settings ??= this.#readSettings();
        return this.#settings;
    }
    async #readHead() {
        const commit = await this.objects.read('HEAD^{commit}');
        if (commit !== undefined)
            return { commit: commit.id, message: (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(commit.content).trimEnd() };
        const found = await this.git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
        if (found.status === 1)
            return undefined;
        const id = (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b6)('Cannot find the checked-out commit', found);
        throw new _git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS(`Cannot read commit ${id}`, (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .failure */ .V2)('failed', 'it is not in this repository'));
    }
    async #readSettings() {
        const listed = await this.git(['config', '--list', '-z', '--show-scope']);
        const fields = (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .bytesOf */ .$$)('Cannot read the settings of this clone', listed).toString().split('\0');
        const settings = [];
        for (let i = 0; i + 1 < fields.length; i += 2) {
            const [key = '', ...value] = (fields[i + 1] ?? '').split('\n');
            settings.push({ scope: fields[i] ?? '', key, value: value.length === 0 ? 'true' : value.join('\n') });
        }
        return settings;
    }
    async #indexPath() {
        const found = await this.git(['rev-parse', '--git-path', 'index']);
        return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(this.topLevel, found.stdout.toString().trim() || '.git/index');
    }
    /** The whole index. Throws GitError. */
    async index() {
        const listed = await this.git(['ls-files', '--stage', '-z']);
        if (listed.status !== 0)
            throw new _git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS(`Git cannot read its index, ${await this.#indexPath()}`, listed);
        const lines = listed.stdout.toString().split('\0');
        return lines.slice(0, -1).map((line) => {
            const [mode = '', id = ''] = line.split(' ', 2);
            return { mode, id, path: line.slice(line.indexOf('\t') + 1) };
        });
    }
}
/** The entries in a folder and below it, with paths relative to it. */
function inFolder(index, folder) {
    if (folder === '')
        return [...index];
    return index.flatMap(({ path, ...entry }) => path.startsWith(`${folder}/`) ? [{ ...entry, path: path.slice(folder.length + 1) }] : []);
}


/***/ }),

/***/ 634:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gz: () => (/* binding */ committerOf),
/* harmony export */   SC: () => (/* binding */ commitTree),
/* harmony export */   bt: () => (/* binding */ listFolder),
/* harmony export */   qN: () => (/* binding */ programAt),
/* harmony export */   r0: () => (/* binding */ readContents),
/* harmony export */   zu: () => (/* binding */ commitFiles)
/* harmony export */ });
/* harmony import */ var _git_objects_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7148);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5689);
// Reads files from commits, and writes commits of files that Git has already, with few processes for any number of files.


/** The regular files in a folder of the commit (`''`: its root), by path relative to it. Throws GitError. */
async function listFolder({ objects }, { commit, folder }) {
    return (await (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_0__/* .filesIn */ .nG)(objects, { commit, folder })) ?? notThere(`${folder || 'the tree'} of ${commit}`);
}
/** Throws if a content is missing. */
async function readContents({ objects }, { commit, entries }) {
    const contents = await Promise.all(entries.map(({ id }) => objects.read(id)));
    return new Map(entries.map(({ path }, i) => {
        const content = contents[i]?.content;
        if (content === undefined)
            throw new Error(`${path} of ${commit} is not in this repository`);
        return [path, content];
    }));
}
function notThere(what) {
    throw new _git_js__WEBPACK_IMPORTED_MODULE_1__/* .GitError */ .XS(`Cannot read ${what}`, (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .failure */ .V2)('failed', 'it is not in this repository'));
}
/** Belongs to no ref: `reset` empties it before git would write it. */
const BRANCH = 'refs/confighub-sync/tree';
/**
 * Writes a commit of exactly these files, without touching index, work tree or refs; returns its id. Throws GitError.
 * One process makes all folders and the commit; it applies no filter.
 */
async function commitFiles(repository, { message, parent, now, files: { ids, texts } }) {
    const lines = [
        `commit ${BRANCH}`,
        'mark :1',
        `committer ${PROGRAM.name} <${PROGRAM.email}> ${secondsOf(now)} +0000`,
        dataOf(message),
        ...(parent === undefined ? [] : [`from ${parent}`, 'deleteall']),
        ...[...ids].map(([path, id]) => `M 100644 ${id} ${quotedPath(path)}`),
        ...[...texts].map(([path, text]) => `M 100644 inline ${quotedPath(path)}\n${dataOf(text)}`),
        // A line break ends the commit.
        '',
        'get-mark :1',
        `reset ${BRANCH}`,
        'done\n',
    ];
    // Paths that differ only in case are different ones on every machine.
    const options = ['-c', 'core.ignoreCase=false'];
    const written = await repository.git([...options, 'fast-import', '--quiet', '--done'], { input: lines.join('\n') });
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .textOf */ .b6)('Cannot write the record of this apply', written);
}
function dataOf(text) {
    return `data ${Buffer.byteLength(text)}\n${text}`;
}
/** As `fast-import` reads it. */
function quotedPath(path) {
    return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
/** Writes a commit of a tree that exists, and moves no ref; returns its id. Throws GitError. */
async function commitTree(repository, { message, parent, now, tree }) {
    const date = `@${secondsOf(now)} +0000`;
    const env = { ...programAt(date) };
    const parents = parent === undefined ? [] : ['-p', parent];
    const written = await repository.git(['commit-tree', tree, ...parents, '-F', '-'], { input: message, env });
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .textOf */ .b6)('Cannot write the record of this apply', written);
}
function secondsOf(date) {
    return Math.floor(date.getTime() / 1000);
}
/** Records are committed by this program: who applied is a field of theirs. */
const PROGRAM = { name: 'confighub-sync', email: 'noreply@confighub-sync.invalid' };
/** Variables that make this program the author and committer. */
function programAt(date) {
    const { name, email } = PROGRAM;
    return {
        GIT_AUTHOR_NAME: name,
        GIT_COMMITTER_NAME: name,
        GIT_AUTHOR_EMAIL: email,
        GIT_COMMITTER_EMAIL: email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
    };
}
/** `user.name` and `user.email`, where git has them configured. */
async function committerOf(repository) {
    const settings = await repository.settings();
    const committer = settings.filter(({ key }) => key === 'user.name' || key === 'user.email');
    return new Map(committer.map(({ key, value }) => [key, value.trim()]));
}


/***/ }),

/***/ 5689:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $$: () => (/* binding */ bytesOf),
/* harmony export */   A3: () => (/* binding */ reasonOf),
/* harmony export */   Bg: () => (/* binding */ tooLate),
/* harmony export */   EO: () => (/* binding */ runGit),
/* harmony export */   K1: () => (/* binding */ ending),
/* harmony export */   TR: () => (/* binding */ ignoreGitError),
/* harmony export */   V2: () => (/* binding */ failure),
/* harmony export */   XS: () => (/* binding */ GitError),
/* harmony export */   ZB: () => (/* binding */ NOT_INSTALLED),
/* harmony export */   _N: () => (/* binding */ end),
/* harmony export */   b6: () => (/* binding */ textOf),
/* harmony export */   ni: () => (/* binding */ start),
/* harmony export */   sq: () => (/* binding */ gitErrorOf),
/* harmony export */   tZ: () => (/* binding */ withoutRepository)
/* harmony export */ });
/* unused harmony export clean */
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lib_trace_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6242);
// [edge] Runs git without prompts, hooks or visible credentials, and explains its failures.



/** A git command failed that had to succeed. The message is one line, without credentials. */
class GitError extends Error {
    name = 'GitError';
    code;
    constructor(what, result) {
        super(`${what}: ${reasonOf(result)}`);
        const code = { missing: 'git-missing', timeout: 'git-timeout', failed: 'git-failed' };
        this.code = code[result.failure ?? 'failed'];
    }
}
/** Of something that was caught. Throws what is no GitError. */
function gitErrorOf(error) {
    if (error instanceof GitError)
        return error;
    throw error;
}
/** For what does not matter if git fails. Throws what is no GitError. */
function ignoreGitError(error) {
    gitErrorOf(error);
}
/** Masks credentials in the output of git: `https://user:password@host` and the given secrets. */
function clean(text, secrets = []) {
    let cleaned = text.replace(/[^\s'"]+/g, withoutUser);
    for (const secret of secrets)
        if (secret !== '')
            cleaned = cleaned.replaceAll(secret, '***');
    return cleaned;
}
function withoutUser(word) {
    const [scheme, end] = [word.indexOf('://'), word.lastIndexOf('@')];
    return scheme < 1 || end < scheme ? word : `${word.slice(0, scheme)}://***@${word.slice(end + 1)}`;
}
/** What Git says last if ssh failed. Why it failed is on the line before, as ssh wrote it. */
const SSH_FAILED = 'fatal: Could not read from remote repository.';
/** The line of `stderr` that explains a failure, without control characters: `remote:`, else `fatal:` or `error:`, else the last. */
function reasonOf(result) {
    const lines = result.stderr
        .split(/[\r\n]+/)
        .map((line) => line
        .replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')
        .replace(/[\x00-\x1f\x7f]/g, ' ')
        .trim())
        .filter((line) => line !== '');
    const remote = lines.find((line) => /^remote: (?!(Enumerating|Counting|Compressing|Total|Resolving) )./.test(line));
    const ssh = lines[lines.indexOf(SSH_FAILED) - 1];
    const chosen = remote ?? ssh ?? lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1);
    const reason = chosen?.replace(/^(fatal|error|remote): /, '') ?? `git ended with status ${result.status}`;
    return reason.slice(0, 300);
}
/** Standard output of a command that had to succeed, without its final newline. Throws {@link GitError}. */
function textOf(what, result) {
    return bytesOf(what, result).toString().replace(/\n$/, '');
}
/** Standard output of a command that had to succeed. Throws {@link GitError}. */
function bytesOf(what, result) {
    if (result.status !== 0)
        throw new GitError(what, result);
    return result.stdout;
}
const LOCAL_TIMEOUT_MS = 60_000;
/** Variables that would point git at another repository. */
const MISLEADING = [
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_PREFIX',
    'GIT_COMMON_DIR',
    'GIT_NAMESPACE',
    'GIT_OBJECT_DIRECTORY',
    'GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'GIT_QUARANTINE_PATH',
    'GIT_SHALLOW_FILE',
    'GIT_GRAFT_FILE',
    'GIT_LITERAL_PATHSPECS',
    'GIT_GLOB_PATHSPECS',
    'GIT_NOGLOB_PATHSPECS',
    'GIT_ICASE_PATHSPECS',
];
const SETTINGS = {
    'core.hooksPath': '/dev/null',
    'core.fsmonitor': 'false',
    'core.splitIndex': 'false',
    'gc.auto': '0',
    'maintenance.auto': 'false',
    'fetch.writeCommitGraph': 'false',
    'i18n.commitEncoding': 'UTF-8',
};
/** Runs git; every failure is a result too. Never throws. */
async function runGit(call) {
    const child = start(call);
    // A broken pipe is explained on stderr.
    child.stdin.on('error', () => { });
    child.stdin.end(call.input);
    const [output, errors] = [collect(child.stdout), collect(child.stderr)];
    const limit = call.timeoutMs ?? LOCAL_TIMEOUT_MS;
    let late = false;
    const timer = setTimeout(() => {
        late = true;
        end(child);
    }, limit);
    const { status, error } = await ending(child);
    clearTimeout(timer);
    const stderr = clean(Buffer.concat(errors).toString(), call.secrets);
    if (late)
        return tooLate(limit);
    if (error?.code === 'ENOENT')
        return NOT_INSTALLED;
    if (error !== undefined)
        return failure('failed', `git could not be started: ${error.message}`);
    if (status === null)
        return failure('failed', `git was killed by a signal: ${stderr}`);
    return { status, stdout: Buffer.concat(output), stderr };
}
function failure(kind, stderr) {
    return { status: -1, stdout: Buffer.alloc(0), stderr, failure: kind };
}
/** @param limit milliseconds */
function tooLate(limit) {
    return failure('timeout', `git did not answer within ${Math.ceil(limit / 1000)} seconds`);
}
const NOT_INSTALLED = failure('missing', 'git is not installed, or not in PATH');
// Its own process group: a time limit must end git's helpers too, and ssh must not find a terminal.
const DETACHED = process.platform !== 'win32';
/**
 * Every call names its folder by `-C`. Windows, and a PATH with an empty part, look for programs here: a project could
 * contain a `git`.
 */
const CWD = DETACHED ? '/' : (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(process.execPath);
/** Starts git; the caller handles its streams and its end. */
function start(call) {
    const settings = Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const options = { env: environmentOf(call), cwd: CWD, detached: DETACHED, windowsHide: true };
    const over = (0,_lib_trace_js__WEBPACK_IMPORTED_MODULE_2__/* .timed */ .a)();
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('git', [...settings, ...call.args], options);
    // Not `close`: nothing else may wait for the streams.
    child.on('exit', (status, signal) => over(() => `git ${call.args.join(' ')}: status ${status ?? signal}`));
    return child;
}
function collect(stream) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    return chunks;
}
function ending(child) {
    return new Promise((resolve) => {
        child.on('error', (error) => resolve({ status: null, error }));
        child.on('close', (status) => resolve({ status }));
    });
}
/** The environment without the variables that Git sets in hooks. */
function withoutRepository(env) {
    return Object.fromEntries(Object.entries(env).filter(([name]) => !MISLEADING.includes(name)));
}
function environmentOf(call) {
    const offline = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
    return {
        ...call.env,
        ...(call.network ? {} : offline),
        LC_ALL: 'C',
        GIT_TERMINAL_PROMPT: '0',
        GIT_OPTIONAL_LOCKS: '0',
    };
}
function end(child) {
    try {
        if (child.pid !== undefined)
            process.kill(DETACHED ? -child.pid : child.pid, 'SIGKILL');
    }
    catch {
        // It has already ended.
    }
    // A helper that is still running may hold the other ends open.
    for (const stream of [child.stdin, child.stdout, child.stderr])
        stream.destroy();
}


/***/ }),

/***/ 5448:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   NS: () => (/* binding */ isLfsPointer),
/* harmony export */   TD: () => (/* binding */ compareWithCommit),
/* harmony export */   f2: () => (/* binding */ missingDocuments),
/* harmony export */   kN: () => (/* binding */ untrackedPaths),
/* harmony export */   zA: () => (/* binding */ blobId)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _lib_system_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6762);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5924);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5689);
// [edge] Compares the work tree with Git's index and the checked-out commit.






/** Those paths, relative to the folder that was opened, that neither the index nor a link or submodule in it covers. Sorted. */
function untrackedPaths(index, paths) {
    const tracked = new Set(index.map(({ path }) => path));
    const isTracked = (path) => {
        const parts = path.split('/');
        return parts.some((_, i) => tracked.has(parts.slice(0, i + 1).join('/')));
    };
    return [...paths].filter((path) => !isTracked(path)).sort(_lib_text_js__WEBPACK_IMPORTED_MODULE_4__/* .compareText */ .n6);
}
/**
 * All paths are relative to the folder that was opened. Throws GitError.
 * @param index that of the folder
 */
async function compareWithCommit(repository, { index, paths }) {
    const dir = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(repository.topLevel, repository.folder);
    const { env } = repository;
    const changed = await repository.run(['-C', dir, 'status', '--porcelain', '-z', '--no-renames', '--', '.'], { env });
    const prefix = repository.folder === '' ? '' : `${repository.folder}/`;
    // `status` names paths from the top folder, the index from the opened one.
    const lines = (0,_git_js__WEBPACK_IMPORTED_MODULE_5__/* .bytesOf */ .$$)('Cannot read the status of the work tree', changed).toString().split('\0');
    const entries = lines.map((line) => ({ status: line.slice(0, 2), path: line.slice(3 + prefix.length) }));
    const differing = new Set(entries.map(({ path }) => path));
    const tracked = new Set(index.map(({ path }) => path));
    const removed = entries.filter(({ status }) => status.includes('D')).map(({ path }) => path);
    const committed = new Set([...paths].filter((path) => tracked.has(path) && !differing.has(path)));
    return { committed, removed: removed.sort(_lib_text_js__WEBPACK_IMPORTED_MODULE_4__/* .compareText */ .n6) };
}
/** The id that Git gives to these bytes, of the same kind as another id. */
function blobId(bytes, like = '') {
    const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)(like.length === 64 ? 'sha256' : 'sha1');
    return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
/** Whether a file stands for one that Git LFS keeps elsewhere. */
function isLfsPointer(bytes) {
    return Buffer.from(bytes.subarray(0, LFS.length)).equals(LFS);
}
const LFS = Buffer.from('version https://git-lfs.github.com/spec/');
/**
 * Paths, relative to the folder that was opened, that are in the index but not in the work tree: excluded by a sparse
 * checkout, deleted without `git rm`, behind a broken link, or in a submodule that was not fetched. Sorted.
 */
function missingDocuments({ topLevel, folder }, { index, search }) {
    const dir = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(topLevel, folder);
    const entries = new Map(index.flatMap((entry) => kindOf(entry, search)));
    return [...entries]
        .map(([path, kind]) => ({ path, kind }))
        .filter(({ path, kind }) => IS_MISSING[kind]((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dir, path)))
        .sort((a, b) => (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_4__/* .compareText */ .n6)(a.path, b.path));
}
function kindOf({ mode, path }, { isDocument, isSearched }) {
    if (mode === SUBMODULE)
        return isSearched(path) ? [[path, 'submodule']] : [];
    if (isDocument(path))
        return [[path, 'document']];
    return mode === LINK && isSearched(path) ? [[path, 'link']] : [];
}
const SUBMODULE = '160000';
const LINK = '120000';
const IS_MISSING = {
    document: (path) => fails(() => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.lstatSync)(path)),
    link: (path) => fails(() => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.statSync)(path)),
    submodule: (path) => fails(() => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.statSync)(path)) || (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readdirSync)(path).length === 0,
};
function fails(look) {
    try {
        look();
        return false;
    }
    catch (error) {
        return (0,_lib_system_js__WEBPACK_IMPORTED_MODULE_3__/* .codeOf */ .$N)(error) === 'ENOENT' || (0,_lib_system_js__WEBPACK_IMPORTED_MODULE_3__/* .codeOf */ .$N)(error) === 'ENOTDIR';
    }
}


/***/ }),

/***/ 115:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D3: () => (/* binding */ widest),
/* harmony export */   gI: () => (/* binding */ quotedWithin),
/* harmony export */   jC: () => (/* binding */ padded),
/* harmony export */   k: () => (/* binding */ pairWithin),
/* harmony export */   qz: () => (/* binding */ widthOf)
/* harmony export */ });
/* harmony import */ var string_width__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4668);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _printable_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1543);
// Fits texts into the columns of a terminal: wide characters count twice, combining ones not at all.



const ASCII = /^[\x20-\x7e]*$/;
/** Each takes one column; measuring anything else takes a hundred times as long. */
const NARROW = /^[\x20-\x7e→…]*$/;
/** Columns that a printable text takes. */
function widthOf(text) {
    return NARROW.test(text) ? text.length : (0,string_width__WEBPACK_IMPORTED_MODULE_2__/* ["default"] */ .A)(text);
}
function padded(text, width) {
    return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
/** The columns of the widest text, apart from those wider than the limit. */
function widest(texts, limit) {
    return texts.map(widthOf).reduce((most, width) => (width > limit ? most : Math.max(most, width)), 0);
}
/** Less than this explains nothing. */
const LEAST = 8;
/** The part of the columns that may tell how long a cut value is. */
const MAX_SIZE = 0.4;
/** Code units for each column: characters with many combining marks must not make a line endless. */
const LONGEST = 4;
/** The beginning of a text in at most so many columns, made printable. */
function beginning(text, columns) {
    const bounded = text.slice(0, columns * LONGEST);
    let shown = '';
    let left = columns;
    for (const { segment } of segments(bounded)) {
        const piece = (0,_printable_js__WEBPACK_IMPORTED_MODULE_1__/* .printable */ .g$)(segment);
        // A quote may be escaped.
        left -= widthOf(piece) + (piece === '"' ? 1 : 0);
        if (left < 0)
            return { shown, isAll: false };
        shown += piece;
    }
    return { shown, isAll: bounded.length === text.length };
}
let segmenter;
function segments(text) {
    // Loading the segmenter takes a few milliseconds.
    if (ASCII.test(text))
        return [...text].map((segment) => ({ segment }));
    segmenter ??= new Intl.Segmenter('en');
    return segmenter.segment(text);
}
/** A value in quotes in at most so many columns, from an index on; `null` without quotes. */
function quotedWithin(text, columns, from = 0) {
    if (text === null)
        return 'null';
    const start = from > 0 ? '…' : '';
    const room = Math.max(columns - 2 - start.length, LEAST);
    const whole = beginning(text.slice(from), room);
    if (whole.isAll)
        return (0,_printable_js__WEBPACK_IMPORTED_MODULE_1__/* .inQuotes */ .Nt)(start + whole.shown);
    const size = ` (${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(text.length)} characters)`;
    const end = size.length <= columns * MAX_SIZE ? `…${size}` : '…';
    const { shown } = beginning(text.slice(from), Math.max(room - end.length, LEAST));
    return `${(0,_printable_js__WEBPACK_IMPORTED_MODULE_1__/* .inQuotes */ .Nt)(start + shown)}${end}`;
}
const ARROW = ' → ';
/** Characters before the first difference of two long values. */
const MAX_BEFORE = 15;
/** They must not begin in the middle of a character. */
const INNER = /[\p{M}\p{Cf}\p{Cs}]/u;
/** `"50" → "80"` in at most so many columns; of long values, the part where they first differ. */
function pairWithin(before, after, columns) {
    const room = columns - ARROW.length;
    const whole = [before, after].map((text) => quotedWithin(text, room));
    const [first = 0, second = 0] = whole.map(widthOf);
    const isCut = [before, after].some((text) => text !== null && !beginning(text, room - 2).isAll);
    if (!isCut && first + second <= room)
        return whole.join(ARROW);
    const half = Math.floor(room / 2);
    const from = before === null || after === null ? 0 : startOf(before, after, Math.min(MAX_BEFORE, half / 3));
    const widths = [Math.max(half, room - second), Math.max(half, room - first)];
    return [quotedWithin(before, widths[0], from), quotedWithin(after, widths[1], from)].join(ARROW);
}
/** Where to begin two texts so that they show what is before their first difference. */
function startOf(a, b, before) {
    let start = Math.max(0, (0,_printable_js__WEBPACK_IMPORTED_MODULE_1__/* .commonPrefix */ .wF)(a, b) - Math.floor(before));
    while (start > 0 && INNER.test(a.charAt(start)))
        start--;
    return start;
}


/***/ }),

/***/ 1786:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  ZI: () => (/* binding */ Comparisons),
  Am: () => (/* binding */ SYMBOLS),
  jO: () => (/* binding */ entries),
  u2: () => (/* binding */ isOwnContent),
  cA: () => (/* binding */ lineOf),
  JY: () => (/* binding */ textWithin),
  de: () => (/* binding */ whereOf)
});

// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/render/columns.js
var render_columns = __webpack_require__(115);
// EXTERNAL MODULE: ./lib/render/file-diff.js
var file_diff = __webpack_require__(458);
// EXTERNAL MODULE: ./lib/render/mask.js
var mask = __webpack_require__(5962);
// EXTERNAL MODULE: ./node_modules/diff/libesm/diff/array.js
var array = __webpack_require__(1318);
// EXTERNAL MODULE: ./lib/lib/json.js
var json = __webpack_require__(8173);
// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
;// CONCATENATED MODULE: ./lib/render/member-changes.js
// What changed inside of a `Map`, `List` or `JSON` value: `DE: 10 → 12`, `+ FR: 3`, `- UK: 5`.






/** Longer values are not compared, because that takes too long. */
const MAX_LENGTH = 200_000;
/** With more different elements, a list of them explains nothing. */
const MAX_EDITS = 100;
/** Longer members are cut. */
const MAX_TEXT = 40;
/** Printable parts, at least one; `undefined` if the value has no members, or the texts differ only in their form. */
function memberChanges(change) {
    if (change.kind !== 'value' || change.secret || !(0,state/* isNative */.ib)(change.vdt))
        return undefined;
    const [before, after] = [nodeOf(change, 'before'), nodeOf(change, 'after')];
    if (before === undefined || after === undefined || !areAlike(before, after))
        return undefined;
    const parts = compared(before, after, '');
    return parts.length === 0 ? undefined : parts;
}
/** As many parts as fit into these columns, and the number of the others. */
function memberText(parts, columns) {
    const more = (count) => (count === parts.length ? '' : `, and ${(0,lib_text/* withCommas */.rX)(parts.length - count)} more`);
    let width = 0;
    let fitting = 0;
    for (const [i, part] of parts.entries()) {
        width += (0,render_columns/* widthOf */.qz)(part) + (i === 0 ? 0 : SEPARATOR.length);
        if (width > columns)
            break;
        if (width + more(i + 1).length <= columns)
            fitting = i + 1;
    }
    if (fitting === 0)
        return `${(0,lib_text/* withCommas */.rX)(parts.length)} members changed`;
    return `${parts.slice(0, fitting).join(SEPARATOR)}${more(fitting)}`;
}
const SEPARATOR = ', ';
function nodeOf(change, side) {
    const text = change[side];
    if (text == null || text.length > MAX_LENGTH)
        return undefined;
    const result = (0,json/* parseLenientJson */.Ri)(text);
    return 'value' in result ? result.value : undefined;
}
function areAlike(a, b) {
    return ((0,json/* isJsonObject */.OW)(a) && (0,json/* isJsonObject */.OW)(b)) || (Array.isArray(a) && Array.isArray(b));
}
function compared(before, after, path) {
    if ((0,json/* compactJson */.Ar)(before) === (0,json/* compactJson */.Ar)(after))
        return [];
    if ((0,json/* isJsonObject */.OW)(before) && (0,json/* isJsonObject */.OW)(after))
        return comparedMembers(before, after, path);
    if (Array.isArray(before) && Array.isArray(after))
        return comparedElements(before, after, path);
    return [`${named(path)}${shown(before)} → ${shown(after)}`];
}
function comparedMembers(before, after, path) {
    const names = new Set([...before, ...after].map(([name]) => name));
    return [...names].flatMap((name) => {
        const [old, now] = [before.get(name), after.get(name)];
        const inner = `${path}${path === '' ? '' : '.'}${nameText(name)}`;
        if (old === undefined)
            return now === undefined ? [] : [`+ ${named(inner)}${shown(now)}`];
        return now === undefined ? [`- ${named(inner)}${shown(old)}`] : compared(old, now, inner);
    });
}
/** Lists of one length are compared by position. */
function comparedElements(before, after, path) {
    if (before.length === after.length)
        return before.flatMap((old, i) => compared(old, after[i] ?? null, `${path}[${i}]`));
    const runs = (0,array/* diffArrays */.E)(before.map(json/* compactJson */.Ar), after.map(json/* compactJson */.Ar), { maxEditLength: MAX_EDITS });
    if (runs === undefined)
        return [`${named(path)}${(0,lib_text/* withCommas */.rX)(before.length)} → ${(0,lib_text/* withCommas */.rX)(after.length)} elements`];
    return runs.flatMap(({ removed, added, value }) => {
        const sign = removed ? '-' : '+';
        return removed || added ? value.map((text) => `${sign} ${named(path)}${cut(text)}`) : [];
    });
}
function nameText(name) {
    return /^[\w-]{1,40}$/.test(name) ? name : cut((0,json/* compactJson */.Ar)(name));
}
function named(path) {
    return path === '' ? '' : `${path}: `;
}
function shown(node) {
    return cut((0,json/* compactJson */.Ar)(node));
}
function cut(text) {
    const isLong = text.length > MAX_TEXT;
    return (0,printable/* printable */.g$)(isLong ? `${text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…` : text);
}

// EXTERNAL MODULE: ./lib/render/received.js
var received = __webpack_require__(1725);
;// CONCATENATED MODULE: ./lib/render/describe.js
// What a line says of one change: its text, why it is there, who receives it, where it is declared, and what differs.









const SYMBOLS = { create: '+', update: '~', delete: '-' };
/** The visible changes in order. A key created or deleted with its values is shown on the first of them. */
function entries(changes) {
    const result = [];
    const emptied = (0,received/* emptiedKeys */.LS)(changes);
    let hiddenKey;
    for (const change of changes) {
        if (!(0,plan/* isCounted */.he)(change) && !change.rewritten) {
            hiddenKey = change.kind === 'key' ? change : undefined;
            continue;
        }
        const isOwned = change.kind === 'value' && change.key === hiddenKey?.key;
        const isEmptied = change.kind === 'value' && emptied.has(change.key);
        result.push({ change, ...(isOwned && hiddenKey && { owner: hiddenKey }), ...(isEmptied && { isEmptied }) });
        hiddenKey = undefined;
    }
    return result;
}
/** Compares the first texts of a page, because each takes time. */
class Comparisons {
    /** Characters. */
    #left = 4_000_000;
    /** `undefined`: not compared; an empty list: they differ too much. */
    linesOf(before, after) {
        const cost = before.length + after.length + LEAST_COST;
        if (cost > MAX_COMPARED || cost > this.#left)
            return undefined;
        this.#left -= cost;
        return (0,file_diff/* diffLines */.Pp)(before, after) ?? [];
    }
}
/** Characters that take as long as calling the comparison. */
const LEAST_COST = 3900;
/** Longer texts are not compared, because that takes too long. Characters. */
const MAX_COMPARED = 500_000;
function lineOf(entry, { effects, comparisons }) {
    const { change } = entry;
    const texts = comparedTexts(change);
    const lines = texts && comparisons.linesOf(...texts);
    const diff = texts === undefined ? wholeText(change) : lines && lines.length > 0 && { lines, count: lines.length };
    const remark = remarkOf(entry);
    return {
        sign: SYMBOLS[change.action],
        kind: change.kind,
        name: (0,plan/* nameOf */.Vb)(change),
        ...(change.kind !== 'key' && { context: change.context }),
        text: textOf(change, lines),
        ...(remark !== '' && { remark }),
        receivers: receiversOf(entry, effects),
        place: change.place,
        wasAt: change.removedFrom,
        contentPath: change.contentPath,
        ...(diff && { diff }),
        ...(change.rewritten && { isRewritten: true }),
    };
}
function remarkOf({ change, owner }) {
    const pending = change.pending && (0,plan/* isRestoring */.C$)(change) ? 'pending before this branch' : undefined;
    return [pending, causeRemark(change), surplusRemark(change), owner && keyRemark(owner)]
        .filter((one) => one !== undefined)
        .join(', ');
}
/** Who receives a change, where its context does not say it. Of an emptied key, its first line says it. */
function receiversOf({ change, owner, isEmptied }, effects) {
    if (change.kind === 'key')
        return [];
    if (isEmptied)
        return owner && effects !== 'none' ? [{ text: received/* NOTHING_LEFT */.AS.value, isLoss: true }] : [];
    const isLoss = (0,received/* leavesNothing */.sK)(change);
    return (0,received/* receivedLines */.BW)(change, effects).map((text) => ({ text, isLoss }));
}
function surplusRemark(change) {
    if (change.kind !== 'value' || !change.surplus)
        return undefined;
    return `stored ${change.surplus === 1 ? 'twice' : `${change.surplus + 1} times`} on the server`;
}
function causeRemark(change) {
    if (change.cause === 'conflict')
        return 'conflict: also changed in the files';
    if (change.cause !== 'override' || change.kind === 'key')
        return undefined;
    const { context, place } = change.overrides ?? {};
    const from = place === undefined ? '' : ` from ${place.file}:${place.line}`;
    return `created on the server${context === undefined ? '' : `, overrides ${context}${from}`}`;
}
/** Both sides if a diff explains them better than a line: file contents and values of several lines. */
function comparedTexts(change) {
    if (change.kind === 'key' || change.secret || change.rewritten)
        return undefined;
    const { kind, before, after } = change;
    if (before == null || after == null)
        return undefined;
    return kind === 'file' || hasLines(before) || hasLines(after) ? [before, after] : undefined;
}
function hasLines(text) {
    return text.slice(0, -1).includes('\n');
}
/** No output shows more lines of one text. */
const MAX_LINES = 500;
/** The lines of a new or deleted text of several lines. */
function wholeText(change) {
    if (change.kind === 'key' || change.secret || change.rewritten || change.action === 'update')
        return undefined;
    const [text, sign] = change.action === 'create' ? [change.after, '+'] : [change.before, '-'];
    if (text == null || text.length > MAX_COMPARED || !hasLines(text))
        return undefined;
    const lines = text.replace(/\n$/, '').split('\n');
    return { lines: lines.slice(0, MAX_LINES).map((line) => `${sign}${line}`), count: lines.length, isWhole: true };
}
function textOf(change, diff) {
    if (change.kind === 'key')
        return keyText(change);
    if (change.secret && change.unset !== undefined)
        return words((0,mask/* hiddenText */.CZ)(change.unset));
    if (change.secret)
        return words(`(secret, ${change.rewritten ? 'rewritten' : `${change.action}d`})`);
    if (change.rewritten)
        return words('rewritten');
    const { kind, action, before, after } = change;
    const only = after === undefined ? before : after;
    if (action !== 'update') {
        if (only === undefined)
            return words('not read');
        return kind === 'file' && only !== null ? words(sizeOf(only)) : { kind: 'value', text: only };
    }
    // A read by token may only reveal that a file differs; a value is unknown after an apply whose outcome is unknown.
    if (before === undefined)
        return kind === 'file'
            ? words(`replaced by ${sizeOf(after ?? '')}`)
            : { kind: 'value', text: after ?? null, isReplaced: true };
    if (kind === 'file' && after === undefined)
        return words(`${sizeOf(before ?? '')} → different text`);
    if (comparedTexts(change) !== undefined)
        return words(sizesText(before ?? '', after ?? '', diff));
    const members = memberChanges(change);
    return members === undefined ? { kind: 'pair', before, after: after ?? null } : { kind: 'members', parts: members };
}
function words(text) {
    return { kind: 'words', text };
}
function sizesText(before, after, diff) {
    const sizes = [before, after].map(sizeOf);
    if (diff?.length === 0)
        return `${sizes.join(' → ')}, content replaced`;
    return (0,file_diff/* sizeChange */.S8)(sizes, diff);
}
/** Lines of longer texts are not counted, because that takes too long. */
function sizeOf(text) {
    return text.length > MAX_COMPARED ? `${(0,lib_text/* withCommas */.rX)(text.length)} characters` : (0,file_diff/* lineCount */.IC)(text);
}
function keyText(change) {
    if (change.action !== 'update')
        return words(keyRemark(change));
    const { before = {}, after = {} } = change;
    const changed = state/* KEY_METADATA */.Mv.filter((name) => before[name] !== after[name]);
    return {
        kind: 'settings',
        settings: changed.map((name) => [name, metadataOf(before[name]), metadataOf(after[name])]),
    };
}
function metadataOf(value) {
    return typeof value === 'string' ? (0,printable/* quoted */.TL)(value) : String(value ?? 'none');
}
function keyRemark({ action, after }) {
    if (action === 'delete')
        return 'key deleted';
    const flags = [...(after?.deprecated ? ['deprecated'] : []), ...(after?.push === false ? ['locked'] : [])];
    const group = after?.securityGroup === undefined ? [] : [`in ${after.securityGroup}`];
    return ['new key', after?.vdt ?? 'Text', ...flags, ...group].join(', ');
}
/** In one line of so many columns. */
function textWithin(text, columns) {
    if (text.kind === 'words')
        return text.text;
    if (text.kind === 'pair')
        return (0,render_columns/* pairWithin */.k)(text.before, text.after, columns);
    if (text.kind === 'members')
        return memberText(text.parts, columns);
    if (text.kind === 'settings')
        return text.settings
            .map(([name, before = 'not set', after = 'not set']) => `${name} ${before} → ${after}`.trimStart())
            .join(', ');
    const lead = text.isReplaced ? 'replaced by ' : '';
    return `${lead}${(0,render_columns/* quotedWithin */.gI)(text.text, columns - lead.length)}`;
}
/**
 * Whether a file of `sources` is its own content: it is declared by being there, at its first character, where no document
 * declares anything.
 */
function isOwnContent({ place, contentPath }) {
    return contentPath !== undefined && place?.line === 1 && place.column === 1;
}
/** `config/shop.yaml:3:5`, or `was config/shop.yaml:3:5` for a line that was removed. */
function whereOf({ place, wasAt }) {
    if (place !== undefined)
        return String(place);
    return wasAt === undefined ? undefined : `was ${wasAt}`;
}


/***/ }),

/***/ 2205:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   OE: () => (/* binding */ ANY_OTHER),
/* harmony export */   e6: () => (/* binding */ totalOf),
/* harmony export */   u0: () => (/* binding */ isExact),
/* harmony export */   xw: () => (/* binding */ reachOf)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_element_counts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(474);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2774);
// Which changes reach the applications of each element of the first context level: a table, or one sentence.



/** More elements are counted, not named. */
const MAX_ROWS = 12;
/** Fewer changes are read faster than a table. */
const LEAST_CHANGES = 10;
/** Instead of `*`. */
const ANY_OTHER = 'any other';
/** A table, or a sentence where one says as much; `undefined`: unknown, or the change itself says it. */
function reachOf(plan) {
    const counts = (0,_model_element_counts_js__WEBPACK_IMPORTED_MODULE_1__/* .countsByElement */ .o)(plan);
    const changes = plan.changes.filter((change) => (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .isCounted */ .he)(change) && change.kind !== 'key').length;
    if (changes < 2 || counts.length === 0)
        return undefined;
    const level = plan.target.levels[0] ?? '';
    const most = isExact(plan) ? '' : 'at least ';
    const [first] = counts;
    const isEqual = counts.every((one) => _model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .ACTIONS */ .kl.every((action) => one[action] === first?.[action]));
    if (first !== undefined && isEqual && counts.some(({ element }) => element === '*')) {
        const name = level.toLowerCase() || 'application';
        if (totalOf(first) === changes)
            return `All of them reach every ${name}.`;
        return `Every ${name} receives ${most}${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(totalOf(first))} of them.`;
    }
    if (changes >= LEAST_CHANGES)
        return {
            title: `Changes that reach applications${most === '' ? '' : ' (at least)'}`,
            level,
            rows: counts.slice(0, MAX_ROWS),
            left: Math.max(0, counts.length - MAX_ROWS),
        };
    if (counts.length > MAX_ROWS)
        return undefined;
    const named = counts.map((one) => `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(totalOf(one))} in ${elementName(one)}`);
    return `Changes by ${level.toLowerCase()}: ${most}${named.join(', ')}.`;
}
function elementName({ element }) {
    return element === '*' ? ANY_OTHER : `\`${element}\``;
}
function totalOf({ create, update, delete: deleted }) {
    return create + update + deleted;
}
/** Whether all changes that applications receive are known. */
function isExact({ changes }) {
    return changes.every((change) => change.kind === 'key' || change.received?.isExact !== false);
}


/***/ }),

/***/ 458:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IC: () => (/* binding */ lineCount),
/* harmony export */   PD: () => (/* binding */ textDiff),
/* harmony export */   Pp: () => (/* binding */ diffLines),
/* harmony export */   S8: () => (/* binding */ sizeChange),
/* harmony export */   dd: () => (/* binding */ MAX_EDITS)
/* harmony export */ });
/* harmony import */ var diff__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5725);
/* harmony import */ var diff__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5367);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _columns_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(115);
/* harmony import */ var _printable_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1543);
// Unified diffs of texts, with long lines cut. The effort is bounded, because diffing two unrelated texts could take minutes.




/** With more edited lines a diff explains nothing, and its cost grows with the square. */
const MAX_EDITS = 500;
/** The lines of a unified diff (`@@`, ` `, `+`, `-`), or `undefined` if the texts differ too much. */
function diffLines(before, after) {
    return hunksOf(before, after)?.flatMap((hunk) => [hunkHead(hunk), ...withLongLines(hunk.lines)]);
}
/** `@@ -1,7 +1,8 @@`. */
function hunkHead({ oldStart, oldLines, newStart, newLines }) {
    return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
}
/**
 * The differences of two texts with whole lines, or `undefined` if they differ too much. Without the carriage returns if
 * they end every line of both.
 */
function hunksOf(before, after) {
    const texts = [before, after];
    const [from = '', to = ''] = texts.every(hasOnlyCrlf) ? texts.map((text) => text.replaceAll('\r\n', '\n')) : texts;
    return (0,diff__WEBPACK_IMPORTED_MODULE_3__/* .structuredPatch */ .YB)('', '', from, to, '', '', { context: 3, maxEditLength: MAX_EDITS })?.hunks;
}
function hasOnlyCrlf(text) {
    return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}
/** Lines shown of one diff in a terminal; the JSON plan has all of them. */
const MAX_SHOWN = 60;
/** A diff for a terminal, indented below the line of its file. @param lines `undefined`: the texts differ too much */
function textDiff(lines, colors) {
    if (lines === undefined)
        return [colors.dim('      | content replaced')];
    const shown = lines.slice(0, MAX_SHOWN).map((line) => {
        const paint = line.startsWith('+') ? colors.green : line.startsWith('-') ? colors.red : colors.dim;
        return `      ${colors.dim('|')} ${paint((0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printableLine */ .oy)((0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .clipped */ .cz)(line, _printable_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_LINE */ .MV)))}`;
    });
    const more = lines.length - shown.length;
    return more > 0 ? [...shown, colors.dim(`      | … ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(more)} more lines`)] : shown;
}
/** `12 lines`, for content that is not shown. */
function lineCount(content) {
    const lines = content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
    return `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(lines)} ${lines === 1 ? 'line' : 'lines'}`;
}
/** `3 lines → 4 lines`, or `1 of 13 lines changed`. @param diff absent: it is not known, or says nothing */
function sizeChange([before, after], diff) {
    if (before !== after)
        return `${before} → ${after}`;
    if (diff === undefined)
        return after;
    const some = `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(diff.filter((line) => line.startsWith('+')).length)} `;
    return after.startsWith(some) ? `${after} changed` : `${some}of ${after} changed`;
}
// Long lines: only the parts that changed, with some of their surroundings, and a line below that marks them.
/** Shorter lines stay as they are. */
const LONG_LINE = 200;
/** Characters around a changed part, and of a changed part. */
const AROUND = 30;
const MAX_PART = 100;
/** With more changed words, the marks explain nothing. */
const MAX_WORD_EDITS = 200;
/** The lines of a hunk, each with its sign. Only a line that stands for another one, with the same number, is cut. */
function withLongLines(lines) {
    if (lines.every(({ length }) => length <= LONG_LINE))
        return [...lines];
    const shown = [];
    for (let at = 0; at < lines.length;) {
        const removed = runOf('-', lines, at);
        // `\ No newline at end of file`.
        const note = runOf('\\', lines, at + removed.length);
        const added = runOf('+', lines, at + removed.length + note.length);
        const count = removed.length + note.length + added.length;
        if (removed.length === 0 || removed.length !== added.length) {
            shown.push(...lines.slice(at, at + Math.max(count, 1)));
        }
        else {
            const pairs = removed.map((before, i) => narrowed(before, added[i] ?? ''));
            shown.push(...pairs.flatMap(({ before }) => before), ...note, ...pairs.flatMap(({ after }) => after));
        }
        at += Math.max(count, 1);
    }
    return shown;
}
function runOf(sign, lines, from) {
    const end = lines.findIndex((line, at) => at >= from && !line.startsWith(sign));
    return lines.slice(from, end === -1 ? undefined : end);
}
function narrowed(before, after) {
    const asTheyAre = { before: [before], after: [after] };
    if (before.length <= LONG_LINE && after.length <= LONG_LINE)
        return asTheyAre;
    const parts = (0,diff__WEBPACK_IMPORTED_MODULE_4__/* .diffWordsWithSpace */ .pR)(before.slice(1), after.slice(1), { maxEditLength: MAX_WORD_EDITS });
    if (parts === undefined)
        return asTheyAre;
    const old = new Line('-');
    const now = new Line('+');
    parts.forEach(({ value, removed, added }, i) => {
        if (removed)
            old.mark(value);
        else if (added)
            now.mark(value);
        else
            for (const line of [old, now])
                line.keep(value, { isFirst: i === 0, isLast: i === parts.length - 1 });
    });
    return { before: old.lines(), after: now.lines() };
}
/** One side of two long lines. */
class Line {
    #text;
    #marks = ' ';
    constructor(sign) {
        this.#text = sign;
    }
    mark(text) {
        const shown = text.length <= MAX_PART ? text : `${whole(text.slice(0, MAX_PART))}…`;
        this.#text += shown;
        this.#marks += blanks(shown, '^');
    }
    /** The ends of an unchanged part that are next to a change. */
    keep(text, { isFirst, isLast }) {
        const start = isFirst ? '' : whole(text.slice(0, AROUND));
        const end = isLast ? '' : whole(text.slice(-AROUND));
        const isShort = text.length <= start.length + end.length;
        const shown = isShort ? text : `${start}…${end}`;
        this.#text += shown;
        this.#marks += blanks(shown, ' ');
    }
    lines() {
        return [this.#text, ...(this.#marks.trim() === '' ? [] : [this.#marks.trimEnd()])];
    }
}
/** As wide as the text is shown; tabs stay. */
function blanks(text, blank) {
    const parts = (0,_printable_js__WEBPACK_IMPORTED_MODULE_2__/* .printableLine */ .oy)(text).split('\t');
    return parts.map((part) => blank.repeat((0,_columns_js__WEBPACK_IMPORTED_MODULE_1__/* .widthOf */ .qz)(part))).join('\t');
}
/** Without the halves of characters at its ends. */
function whole(text) {
    return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}


/***/ }),

/***/ 7544:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FZ: () => (/* binding */ jsonError),
/* harmony export */   GN: () => (/* binding */ jsonRows),
/* harmony export */   Pq: () => (/* binding */ json),
/* harmony export */   iF: () => (/* binding */ versioned),
/* harmony export */   jo: () => (/* binding */ driftMembers),
/* harmony export */   vl: () => (/* binding */ planMembers),
/* harmony export */   w7: () => (/* binding */ JSON_VERSION),
/* harmony export */   wb: () => (/* binding */ errorMembers)
/* harmony export */ });
/* unused harmony export jsonPlan */
/* harmony import */ var _model_element_counts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(474);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2774);
/* harmony import */ var _mask_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5962);
/* harmony import */ var _renames_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2167);




/** Incremented with every incompatible change. */
const JSON_VERSION = 1;
function jsonPlan(plan, extras = {}) {
    return versioned(planMembers(plan, extras));
}
/**
 * One document: of the only target, or a list of all in the order of the project file.
 * @param removed what was applied before and is no target any more
 */
function jsonRows(rows, removed = []) {
    const [only] = rows;
    if (only !== undefined && only.name === undefined)
        return versioned(only.members);
    const targets = rows.map(({ name, members }) => ({ name, ...members }));
    return versioned({ targets, ...(removed.length > 0 && { removed }) });
}
/** What is `undefined` is left out of the document, here and below. */
function planMembers(plan, { pushes, outcome, counts, digest } = {}) {
    const { declaredAs: _, ...target } = plan.target;
    const rewritten = plan.changes.filter((change) => change.rewritten).length;
    return {
        target,
        live: plan.live,
        prune: plan.prune,
        onDrift: plan.onDrift,
        counts: {
            ...(0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .countChanges */ .xS)(plan.changes),
            rewritten,
            drift: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .countDrift */ .fS)(plan),
            overrides: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .countOverrides */ .fR)(plan),
            converged: plan.converged,
            alreadySent: plan.alreadySent,
            unmanaged: plan.unmanaged,
            byElement: plan.elements && (0,_model_element_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .countsByElement */ .o)(plan),
        },
        refused: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .hasRefusals */ .q5)(plan),
        force: plan.force,
        approvalWay: plan.approvalWay,
        forced: plan.forced,
        approvedBy: plan.approvedBy,
        unset: plan.unset,
        notes: plan.notes,
        base: plan.base,
        behind: plan.behind,
        safety: plan.safety,
        changes: plan.changes,
        renames: (0,_renames_js__WEBPACK_IMPORTED_MODULE_3__/* .renamesIn */ .BZ)(plan).map(({ kind, from, to }) => ({ kind, from, to })),
        drift: plan.drift,
        unmanaged: plan.unmanagedItems,
        findings: plan.findings,
        pushes,
        outcome,
        serverCounts: counts,
        digest,
    };
}
/** Only the drift. */
function driftMembers(plan) {
    const { live, drift, notes } = plan;
    const { declaredAs: _, ...target } = plan.target;
    const counts = { ...(0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .countChanges */ .xS)(drift), overrides: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .countOverrides */ .fR)(plan) };
    return { target, live, counts, notes, drift };
}
function jsonError(error) {
    return versioned(errorMembers(error));
}
function errorMembers({ code, message, hint, places, diagnostics = [], differs }) {
    // The lines that declared refused items; mistakes in the files have their places in `diagnostics`.
    const declared = places.length === 0 ? undefined : places;
    const missing = differs && (0,_mask_js__WEBPACK_IMPORTED_MODULE_2__/* .mask */ .dK)(differs).changes;
    return { error: { code, message, hint, places: declared, diagnostics, differs: missing } };
}
/** A document: its members behind the version of its format. */
function versioned(members) {
    return json({ version: JSON_VERSION, ...members });
}
function json(value) {
    return `${JSON.stringify(value, null, 2)}\n`;
}


/***/ }),

/***/ 5962:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CZ: () => (/* binding */ hiddenText),
/* harmony export */   X: () => (/* binding */ maskTexts),
/* harmony export */   dK: () => (/* binding */ mask),
/* harmony export */   v5: () => (/* binding */ MASK)
/* harmony export */ });
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2774);
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);


const MASK = '(secret)';
const CHANGED = '(secret, changed)';
/** `(secret)`, or that its variable is not set. */
function hiddenText(unset) {
    return unset === undefined ? MASK : `(secret, ${unset} is not set here)`;
}
/** Replaces `before` and `after` of every secret change, and the secret lines of those that have some. */
function mask(plan) {
    return { ...plan, changes: plan.changes.map(maskChange), drift: plan.drift.map(maskChange) };
}
function maskChange(change) {
    return change.kind === 'key' ? maskKey(change) : maskTexts(change);
}
/** Without its secrets, as far as the marks of the change tell them. */
function maskTexts(change) {
    const { secrets, received, ...rest } = change;
    const isSecret = (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .holdsSecret */ .hK)(change);
    const shown = { ...rest, ...(received && { received: maskReceived(received, isSecret) }) };
    if (!isSecret || (secrets?.before.length === 0 && secrets.after.length === 0))
        return shown;
    const masked = secrets && maskedSides(change);
    return masked === undefined
        ? { ...withSides(shown, { before: MASK, after: MASK }), secret: true }
        : withSides(shown, masked);
}
/** Replaces the sides that a change has. */
function withSides(change, sides) {
    const before = change.before === undefined ? {} : { before: sides.before };
    const after = change.after === undefined ? {} : { after: sides.after };
    return { ...change, ...before, ...after };
}
/** @param all masks every text, because the change itself is secret */
function maskReceived({ isExact, regions }, all) {
    const row = (one) => (all || one.secret) && one.text !== undefined ? { ...one, text: MASK, secret: true } : one;
    return {
        isExact,
        regions: regions.map(({ contexts, before, after }) => ({
            contexts,
            ...(before && { before: row(before) }),
            ...(after && { after: row(after) }),
        })),
    };
}
/** Metadata is shown even for secret keys, but a readme may contain a token. */
function maskKey(change) {
    const { before, after } = change;
    if (!(0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .looksSecret */ .n0)(before?.readme) && !(0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .looksSecret */ .n0)(after?.readme))
        return change;
    const side = (metadata, text) => (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .looksSecret */ .n0)(metadata.readme) ? { ...metadata, readme: text } : metadata;
    const isSame = !(0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .looksSecret */ .n0)(before?.readme) || before?.readme === after?.readme;
    return {
        ...change,
        ...(before && { before: side(before, MASK) }),
        ...(after && { after: side(after, isSame ? MASK : CHANGED) }),
    };
}
// The secret lines of two versions of a text are masked so that a changed secret is still visible as changed.
const LINE = '(secret line)';
const CHANGED_LINE = '(secret line, changed)';
/** Both versions without their secret lines; `undefined` if they say nothing without them. */
function maskedSides({ before, after, secrets }) {
    const lines = { before: secrets?.before ?? [], after: secrets?.after ?? [] };
    const old = new Set(lines.before.map(({ start, end }) => before?.slice(start, end)));
    const sides = {
        before: replaced(before, lines.before, () => LINE),
        after: replaced(after, lines.after, (line) => (old.size === 0 || old.has(line) ? LINE : CHANGED_LINE)),
    };
    const isNothingLeft = [sides.before, sides.after].every((text) => text == null || isMasked(text));
    return isNothingLeft || (sides.before === sides.after && before !== after) ? undefined : sides;
}
function isMasked(text) {
    return text.replaceAll(LINE, '').replaceAll(CHANGED_LINE, '').trim() === '';
}
function replaced(text, lines, label) {
    if (text == null)
        return text;
    let shown = '';
    let from = 0;
    for (const { start, end } of lines) {
        const line = text.slice(start, end);
        shown += text.slice(from, start) + label(line) + (line.endsWith('\r') ? '\r' : '');
        from = end;
    }
    return shown + text.slice(from);
}


/***/ }),

/***/ 509:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ plainTable),
/* harmony export */   k: () => (/* binding */ wrapped)
/* harmony export */ });
/* harmony import */ var _columns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(115);
/* harmony import */ var _printable_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1543);
// Tables without borders that fit the terminal: long cells are wrapped, or have a line of their own below the row.


const GAP = '  ';
/** Columns: a wrapped cell is not narrower. */
const LEAST = 10;
/** With fewer columns than these, the last cell has lines of its own below the row. */
const LEAST_LAST = 24;
/** Lines of one cell; the JSON output has all of it. */
const MAX_LINES = 6;
/** @param width columns of the terminal; a line is longer only if a cell that is never wrapped is */
function plainTable(columns, rows, width) {
    const cells = rows.map((row) => columns.map((_, at) => (0,_printable_js__WEBPACK_IMPORTED_MODULE_1__/* .printable */ .g$)(row[at] ?? '')));
    const whole = naturalWidths(columns, cells);
    if (total(whole) <= width)
        return textOf(columns, { cells, widths: whole });
    if (columns.length > 1 && cells.every((row) => row.at(-1) === ''))
        return plainTable(columns.slice(0, -1), rows, width);
    const short = columns.map((column) => ({ ...column, head: column.short ?? column.head }));
    const last = columns.length - 1;
    const beside = narrowed(short, { widths: naturalWidths(short, cells), width });
    const isBeside = short[last]?.isWhole !== true &&
        total(beside) <= width &&
        (beside[last] ?? 0) >= Math.min(LEAST_LAST, whole[last] ?? 0);
    if (isBeside)
        return textOf(short, { cells, widths: beside });
    const above = cells.map((row) => row.slice(0, last));
    const left = columns.slice(0, last);
    const isWide = total(naturalWidths(left, above)) <= width;
    const heads = isWide ? left : short.slice(0, last);
    const widths = narrowed(heads, { widths: naturalWidths(heads, above), width });
    const below = cells.map((row) => belowRow(row[last] ?? '', { width, isWhole: columns[last]?.isWhole }));
    return textOf(heads, { cells: above, widths, below });
}
function naturalWidths(columns, cells) {
    return columns.map(({ head }, at) => cells.reduce((most, row) => Math.max(most, (0,_columns_js__WEBPACK_IMPORTED_MODULE_0__/* .widthOf */ .qz)(row[at] ?? '')), (0,_columns_js__WEBPACK_IMPORTED_MODULE_0__/* .widthOf */ .qz)(head)));
}
function total(widths) {
    return widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));
}
/** Takes from the widest column that may be wrapped until all of them fit, or none may be narrower. */
function narrowed(columns, { widths, width }) {
    const result = [...widths];
    for (let over = total(widths) - width; over > 0; over--) {
        const most = Math.max(...result.filter((_, at) => mayWrap(columns[at])));
        if (most <= LEAST)
            break;
        result[result.findIndex((one, at) => one === most && mayWrap(columns[at]))] = most - 1;
    }
    return result;
}
function mayWrap(column) {
    return column?.isNumber !== true && column?.isWhole !== true;
}
function belowRow(text, { width, isWhole }) {
    if (text === '')
        return [];
    const lines = isWhole ? [text] : wrapped(text, width - GAP.length);
    return lines.map((line) => `${GAP}${line}`);
}
function textOf(columns, { cells, widths, below }) {
    const heads = columns.map(({ head }) => head);
    const lines = [...rowLines(columns, heads, widths)];
    for (const [i, row] of cells.entries())
        lines.push(...rowLines(columns, row, widths), ...(below?.[i] ?? []));
    return lines.map((line) => `${line}\n`).join('');
}
function rowLines(columns, row, widths) {
    const parts = widths.map((width, at) => (mayWrap(columns[at]) ? wrapped(row[at] ?? '', width) : [row[at] ?? '']));
    const height = Math.max(1, ...parts.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => widths
        .map((width, at) => {
        const text = parts[at]?.[line] ?? '';
        const blanks = ' '.repeat(Math.max(0, width - (0,_columns_js__WEBPACK_IMPORTED_MODULE_0__/* .widthOf */ .qz)(text)));
        return columns[at]?.isNumber ? blanks + text : text + blanks;
    })
        .join(GAP)
        .trimEnd());
}
/** The lines of a printable text, broken at blanks, `;` and `/` where possible; at most {@link MAX_LINES}. */
function wrapped(text, width) {
    if ((0,_columns_js__WEBPACK_IMPORTED_MODULE_0__/* .widthOf */ .qz)(text) <= width)
        return [text];
    const lines = [];
    let line = '';
    for (const piece of text.split(/(?<=[ ;/])/).flatMap((word) => pieces(word, width))) {
        if (line !== '' && (0,_columns_js__WEBPACK_IMPORTED_MODULE_0__/* .widthOf */ .qz)(`${line}${piece}`.trimEnd()) > width) {
            lines.push(line.trimEnd());
            line = '';
        }
        line += piece;
    }
    lines.push(line.trimEnd());
    if (lines.length <= MAX_LINES)
        return lines;
    const cut = pieces(lines[MAX_LINES - 1] ?? '', width - 1)[0] ?? '';
    return [...lines.slice(0, MAX_LINES - 1), `${cut}…`];
}
/** A word in pieces that fit. */
function pieces(word, width) {
    if ((0,_columns_js__WEBPACK_IMPORTED_MODULE_0__/* .widthOf */ .qz)(word.trimEnd()) <= width)
        return [word];
    const result = [''];
    for (const { segment } of new Intl.Segmenter('en').segment(word)) {
        const last = result.length - 1;
        if ((0,_columns_js__WEBPACK_IMPORTED_MODULE_0__/* .widthOf */ .qz)(`${result[last]}${segment}`) <= width)
            result[last] += segment;
        else
            result.push(segment);
    }
    return result;
}


/***/ }),

/***/ 3822:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   NT: () => (/* binding */ problemPlace),
/* harmony export */   bs: () => (/* binding */ together),
/* harmony export */   nn: () => (/* binding */ othersText)
/* harmony export */ });
/* harmony import */ var _lib_collections_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4390);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
// Findings and mistakes as an output lists them: those that differ only in a context or an element are one.


/** A context or an element of a level, the only text in which alike messages differ. */
const VARIES = / (in|has no element) `([^`]*)`/;
/** More elements are counted. */
const MAX_NAMED = 6;
/** Each mistake is mended where it is, but a variable is set only once. */
const ONCE = 'env-missing';
/** One problem for each rule and key, variable or level, in the order of the first of each. */
function together(found) {
    const alike = (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_1__/* .grouped */ .z)(found, (one) => one.severity === 'error' && one.code !== ONCE
        ? one
        : JSON.stringify([one.code, one.message.replace(VARIES, ' $1'), one.hint]));
    return [...alike.values()].flatMap((same) => {
        const [first] = same;
        return first === undefined ? [] : [{ ...first, message: messageOf(same, first.message), others: same.length - 1 }];
    });
}
function messageOf(same, message) {
    const names = [...new Set(same.map((one) => VARIES.exec(one.message)?.[2] ?? ''))];
    if (names.length < 2)
        return message;
    return message.replace(VARIES, (_, before) => {
        if (before === 'in')
            return ` in ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(names.length, 'context')}`;
        const shown = names.slice(0, MAX_NAMED).map((name) => `\`${name}\``);
        const left = names.length - shown.length;
        return ` has no elements ${left > 0 ? `${shown.join(', ')} and ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(left)} more` : (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .listed */ .KE)(shown)}`;
    });
}
/** `and 23 more places`, behind the first place. */
function othersText({ others }) {
    return others === 0 ? '' : ` and ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(others, 'more place')}`;
}
/** `config/shop.yaml:3:5`, or `config/shop.yaml:3:5 (removed)` for a line that was removed. */
function problemPlace({ place, removedFrom, file }) {
    if (place !== undefined)
        return String(place);
    return removedFrom === undefined ? (file ?? '') : `${removedFrom} (removed)`;
}


/***/ }),

/***/ 1725:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AS: () => (/* binding */ NOTHING_LEFT),
/* harmony export */   BW: () => (/* binding */ receivedLines),
/* harmony export */   Dp: () => (/* binding */ isReceivedIn),
/* harmony export */   LS: () => (/* binding */ emptiedKeys),
/* harmony export */   sK: () => (/* binding */ leavesNothing)
/* harmony export */ });
/* harmony import */ var _lib_collections_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4390);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(402);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2774);
/* harmony import */ var _mask_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5962);
/* harmony import */ var _printable_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1543);
// Says which applications receive a change, where its context does not say it.






/** More patterns are counted by the element of the first level. */
const MAX_PATTERNS = 8;
/**
 * Lines such as `received in Production;* except Billing` or `falls back to "20" from *;*`; empty if the change says
 * as much by itself. `short`: at most one line. `full`: one line for each context or group of contexts.
 */
function receivedLines(change, effects) {
    const { received } = change;
    if (effects === 'none' || received === undefined)
        return [];
    if (received.regions.length === 0)
        return received.isExact ? [noEffect(change)] : [];
    // Where an update makes room for a new and more specific value, the line of that value says so.
    const regions = received.regions.filter(({ after }) => change.action !== 'update' || isOf(change, after));
    const lines = effects === 'full' ? regions.map((region) => sentence([region], change)) : shortLines(change, regions);
    const said = lines.filter((line) => line !== '');
    return effects === 'short' && said.length > 1 ? [said.join('; ')] : said;
}
function isOf({ context }, row) {
    return row !== undefined && (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .contextId */ .PF)(row.context) === (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .contextId */ .PF)(context);
}
function noEffect({ action, kind }) {
    const what = kind === 'file' ? 'content' : 'value';
    // Another value with the same text, or one that wins both before and after, is received.
    if (action !== 'create')
        return `no effect: every application receives the same ${what} as before`;
    return `no effect: every application already receives this ${what}`;
}
/** Whether applications in a context, whose missing elements are any, receive a change; of a key, all do. */
function isReceivedIn(change, { context, levels }) {
    if (change.kind === 'key')
        return true;
    const wanted = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .fullContext */ .NH)(context, levels.length).split(';');
    const meets = (elements) => wanted.every((one, level) => [one, elements[level] ?? '*'].includes('*') || (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .contextId */ .PF)(one) === (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .contextId */ .PF)(elements[level] ?? '*'));
    const { received } = change;
    if (!received?.isExact)
        return meets(change.context.split(';'));
    return received.regions.some(({ contexts: { elements, except } }) => meets(elements) && !except.some((one) => (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .covers */ .hU)(one.join(';'), wanted.join(';'))));
}
const NOTHING_LEFT = { value: 'no application gets a value', file: 'no application gets this file' };
/** Whether applications receive nothing where they received this before. */
function leavesNothing({ action, received }) {
    return action === 'delete' && received?.isExact === true && received.regions.some(({ after }) => after === undefined);
}
/** The names of the keys that are deleted on the line of their first value, and leave no value to any application. */
function emptiedKeys(changes) {
    const values = (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_5__/* .grouped */ .z)(changes.filter((change) => change.kind === 'value'), ({ key }) => key);
    const deleted = changes.filter((change) => change.kind === 'key' && change.action === 'delete' && !(0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isCounted */ .he)(change));
    const names = deleted.map((change) => (change.kind === 'key' ? change.key : ''));
    return new Set(names.filter((name) => values.get(name)?.every(leavesNothing)));
}
function shortLines(change, regions) {
    // Where nothing was received before, the other new values of the key say the rest.
    const told = change.action === 'create' ? regions.filter(({ before }) => before !== undefined) : regions;
    return [...(0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_5__/* .grouped */ .z)(told, (region) => outcomeOf(region, change)).values()].map((same) => sentence(same, change));
}
/** @param regions with the same outcome */
function sentence(regions, change) {
    const [first] = regions;
    const outcome = first === undefined ? '' : outcomeOf(first, change);
    const patterns = joined(regions.map(({ contexts }) => contexts));
    const isItsContext = patterns.map(_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .patternText */ .U).every((text) => (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .contextId */ .PF)(text) === (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .contextId */ .PF)(change.context));
    // Applications elsewhere may well get a value.
    const isEverywhere = /^[*;]*$/.test(change.context);
    const saysWhere = outcome === NOTHING_LEFT[change.kind] && !isEverywhere;
    if (isItsContext && !saysWhere && (change.received?.isExact || outcome === ''))
        return outcome;
    const where = whereText(patterns);
    const isExcept = patterns.some(({ except }) => except.length > 0);
    const more = change.received?.isExact ? '' : `${isExcept ? ',' : ''} and maybe elsewhere`;
    if (change.action === 'delete')
        return outcome === '' ? '' : `${where}${more}: ${outcome}`;
    // A new value is also received where there was none before.
    const also = change.action === 'create' && regions.length < (change.received?.regions.length ?? 0) ? 'also ' : '';
    return `${also}received ${where}${more}${outcome === '' ? '' : ` ${outcome}`}`;
}
/** The same contexts with fewer patterns: in the place of an exception that is a pattern of its own stand the exceptions of that. */
function joined(patterns) {
    const known = new Map(patterns.map((pattern) => [pattern.elements.join(';'), pattern]));
    const absorbed = new Set();
    const wider = patterns.map(({ elements, except }) => {
        const taken = except.map((one) => within(elements, one));
        const left = taken.flatMap((one, i) => {
            const inner = known.get(one.join(';'));
            const isApart = taken.every((other) => other === one || areApart(one, other));
            if (inner === undefined || !isApart)
                return [except[i] ?? []];
            absorbed.add(inner);
            return inner.except.map((exception) => within(inner.elements, exception));
        });
        return { elements, except: left };
    });
    return wider.filter((_, index) => !absorbed.has(patterns[index]));
}
/** What an exception takes away: of `Production;*`, `*;Billing` is `Production;Billing`. */
function within(elements, exception) {
    return exception.map((element, level) => (element === '*' ? (elements[level] ?? '*') : element));
}
function areApart(one, other) {
    return one.some((element, level) => element !== '*' && other[level] !== '*' && other[level] !== element);
}
function whereText(patterns) {
    const hasExceptions = patterns.some(({ except }) => except.length > 0);
    if (patterns.length <= MAX_PATTERNS) {
        const texts = patterns.map((pattern) => (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .patternText */ .U)(pattern).replace(/^\*(?:;\*)*(?= |$)/, 'everywhere'));
        if (!hasExceptions && !texts.includes('everywhere'))
            return `in ${texts.join(', ')}`;
        return texts.map((text) => (text.startsWith('everywhere') ? text : `in ${text}`)).join(' and ');
    }
    const byElement = (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_5__/* .grouped */ .z)(patterns, ({ elements }) => elements[0] ?? '*');
    const counts = [...byElement].map(([element, { length }]) => `${element} (${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(length)})`);
    return `in ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(patterns.length, 'group')} of contexts: ${counts.join(', ')}`;
}
function outcomeOf({ before, after }, change) {
    if (change.action === 'delete') {
        if (after !== undefined)
            return `falls back to ${rowText(after, change)}`;
        return change.received?.isExact ? NOTHING_LEFT[change.kind] : '';
    }
    return change.action === 'update' || before === undefined ? '' : `instead of ${rowText(before, change)}`;
}
/** `"20" from *;*`. */
function rowText({ context, text, secret }, { kind }) {
    if (kind === 'file')
        return `the file of ${context}`;
    if (secret)
        return `${_mask_js__WEBPACK_IMPORTED_MODULE_2__/* .MASK */ .v5} from ${context}`;
    return text === undefined ? `the value of ${context}` : `${(0,_printable_js__WEBPACK_IMPORTED_MODULE_3__/* .quoted */ .TL)(text)} from ${context}`;
}


/***/ }),

/***/ 2167:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BZ: () => (/* binding */ renamesIn),
/* harmony export */   H_: () => (/* binding */ withoutRenamed),
/* harmony export */   LJ: () => (/* binding */ goneText),
/* harmony export */   WO: () => (/* binding */ contextsOf),
/* harmony export */   lE: () => (/* binding */ RENAMED)
/* harmony export */ });
/* harmony import */ var _lib_collections_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4390);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(402);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2774);
/* harmony import */ var _mask_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5962);
// Keys and files that a plan deletes and creates again under another name, with the same values in the same contexts.





/**
 * Only unique pairs: one name that goes and one that comes with these values. Never with a secret, whose text is not
 * known here, and never with changes that overwrite drift or were pending before. In the order of the new names.
 */
function renamesIn({ changes }) {
    if (!changes.some(({ action }) => action === 'delete'))
        return [];
    const groups = [...(0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_3__/* .grouped */ .z)(changes, idOf).values()];
    const gone = (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_3__/* .grouped */ .z)(groups.filter((group) => isWhole(group, 'delete')), signatureOf);
    const come = (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_3__/* .grouped */ .z)(groups.filter((group) => isWhole(group, 'create')), signatureOf);
    return [...come].flatMap(([signature, created]) => {
        const [one, other] = [only(gone.get(signature)), only(created)];
        if (one === undefined || other === undefined)
            return [];
        const rows = rowsOf(other);
        return [
            { kind: rows[0]?.kind === 'file' ? 'file' : 'key', from: groupName(one), to: groupName(other), created: rows },
        ];
    });
}
/** The changes that are no part of a rename. */
function withoutRenamed(changes, renames) {
    if (renames.length === 0)
        return [...changes];
    const ids = new Set(renames.flatMap(({ kind, from, to }) => [`${kind} ${from}`, `${kind} ${to}`]));
    return changes.filter((change) => !ids.has(idOf(change)));
}
function idOf(change) {
    return `${change.kind === 'file' ? 'file' : 'key'} ${(0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .nameOf */ .Vb)(change)}`;
}
const RENAMED = 'Renamed, with the same values';
/** More contexts are counted. */
const MAX_CONTEXTS = 4;
/** `*;*, Staging;*`. */
function contextsOf({ created }) {
    const contexts = created.map(({ context }) => context);
    return contexts.length <= MAX_CONTEXTS ? contexts : [(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(contexts.length, 'context')];
}
/** What applications notice that still ask for the old name. */
function goneText({ kind, from }) {
    return `applications that still read \`${from}\` get no ${kind === 'file' ? 'file' : 'value'}`;
}
/** Whether the plan creates or deletes the key or the file with everything that it has. */
function isWhole(group, action) {
    const rows = rowsOf(group);
    if (rows.length === 0 || !group.every((change) => change.action === action && isPlain(change)))
        return false;
    const key = group.find((change) => change.kind === 'key');
    if (key !== undefined)
        return key.values === rows.length;
    // Other contexts of a file may stay: then something else is received there.
    return rows.every(({ kind, received }) => {
        const side = action === 'create' ? 'before' : 'after';
        return kind === 'file' && received?.isExact && received.regions.every((region) => region[side] === undefined);
    });
}
function isPlain(change) {
    if (change.secret || change.rewritten || change.pending || (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isRestoring */ .C$)(change))
        return false;
    if (change.kind === 'key')
        return true;
    const text = textOf(change);
    return text !== undefined && !text?.includes(_mask_js__WEBPACK_IMPORTED_MODULE_2__/* .MASK */ .v5.slice(0, -1));
}
function signatureOf(group) {
    const key = group.find((change) => change.kind === 'key');
    const { deprecated = false, push = true } = key?.after ?? key?.before ?? {};
    const rows = rowsOf(group).map((change) => [
        (0,_model_context_js__WEBPACK_IMPORTED_MODULE_4__/* .contextId */ .PF)(change.context),
        change.kind === 'value' ? change.vdt : 'file',
        textOf(change),
    ]);
    return JSON.stringify([deprecated, push, ...rows]);
}
function rowsOf(group) {
    return group.filter((change) => change.kind !== 'key');
}
function textOf({ action, before, after }) {
    return action === 'delete' ? before : after;
}
function groupName(group) {
    return group[0] === undefined ? '' : (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .nameOf */ .Vb)(group[0]);
}
function only(list) {
    return list?.length === 1 ? list[0] : undefined;
}


/***/ }),

/***/ 8654:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AR: () => (/* binding */ warnings),
/* harmony export */   B9: () => (/* binding */ refusedTitle),
/* harmony export */   DS: () => (/* binding */ pendingLines),
/* harmony export */   FQ: () => (/* binding */ othersLines),
/* harmony export */   FX: () => (/* binding */ restoredTitle),
/* harmony export */   GK: () => (/* binding */ notComparedText),
/* harmony export */   IM: () => (/* binding */ driftTitle),
/* harmony export */   Ke: () => (/* binding */ refusals),
/* harmony export */   R$: () => (/* binding */ rewrittenTitle),
/* harmony export */   Sd: () => (/* binding */ behindText),
/* harmony export */   Tb: () => (/* binding */ overridesText),
/* harmony export */   UU: () => (/* binding */ toDoText),
/* harmony export */   jT: () => (/* binding */ howToApprove),
/* harmony export */   ks: () => (/* binding */ doneText),
/* harmony export */   oM: () => (/* binding */ closingLine),
/* harmony export */   t3: () => (/* binding */ unliftable),
/* harmony export */   wk: () => (/* binding */ driftLine),
/* harmony export */   wv: () => (/* binding */ howToApproveAll),
/* harmony export */   xf: () => (/* binding */ approvalOf)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_force_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4774);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2774);
// Sentences about a plan as a whole, shared by all renderers: titles, counts, and how it can be approved.



/** Title of the changes that the closing line does not count. */
function rewrittenTitle(plan) {
    const count = plan.changes.filter((change) => change.rewritten).length;
    const [what, they] = count === 1 ? ['1 item is', 'it'] : [`${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(count)} items are`, 'they'];
    // What the server cannot show now, the next plan may compare.
    const isOnce = plan.findings.some(({ code }) => code === 'context-unread');
    return `${what} rewritten${isOnce ? '' : ' by every apply'}, because ${they} cannot be compared`;
}
/** Sentences about items that the plan does not touch, and does not list as drift. */
function othersLines({ converged, alreadySent = 0, unmanaged, unmanagedItems, overrides = 0 }) {
    const inSync = `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(converged, 'item')} changed in the same way in the files and on the server, which needs no push.`;
    const sent = `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(alreadySent, 'item')} already sent by an apply that has not finished.`;
    const them = unmanaged === 1 ? 'it' : 'them';
    return [
        ...(overrides > 0
            ? [`${overridesText(overrides)} \`confighub-sync drift\` lists ${overrides === 1 ? 'it' : 'them'}.`]
            : []),
        ...(alreadySent > 0 ? [sent] : []),
        ...(converged > 0 ? [inSync] : []),
        ...(unmanaged > 0 && unmanagedItems === undefined
            ? [`The server has ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(unmanaged, 'unmanaged item')} (\`plan --unmanaged\` lists ${them}).`]
            : []),
    ];
}
/** `2 items on the server stand next to declared ones. They are not in the files; an apply does not touch them.` */
function overridesText(count) {
    return count === 1
        ? '1 item on the server stands next to a declared one. It is not in the files; an apply does not touch it.'
        : `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(count)} items on the server stand next to declared ones. They are not in the files; an apply does not touch them.`;
}
/** Title of the drift that an apply overwrites, or is refused for. */
function restoredTitle({ changes, onDrift }) {
    const restored = changes.filter((change) => (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isCounted */ .he)(change) && (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isRestoring */ .C$)(change));
    const [count, both] = [restored.length, restored.filter(({ cause }) => cause === 'conflict').length];
    const them = count === 1 ? 'it' : 'them';
    if (onDrift !== 'overwrite' && both === count)
        return `${itemsWere(count)} changed differently in the files and on the server`;
    const since = `${itemsWere(count)} changed on the server since the last apply`;
    if (both === 0)
        return `${since}; applying restores ${them}`;
    const which = both === count ? them : `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(both)} of them`;
    return `${since}, and the files changed ${which} too; applying overwrites ${them}`;
}
/** Title of the drift that a plan leaves alone. */
function driftTitle({ drift, onDrift }) {
    const count = drift.filter(_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isCounted */ .he).length;
    const left = onDrift === 'keep' ? `, and ${count === 1 ? 'is' : 'are'} left alone` : '';
    return `${itemsWere(count)} changed on the server since the last apply${left} (onDrift: ${onDrift})`;
}
function itemsWere(count) {
    return count === 1 ? '1 item was' : `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(count)} items were`;
}
/** `Drift: 0 created, 1 updated, 0 deleted on the server.` or `No drift.` */
function driftLine({ drift }) {
    if (!drift.some(_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isCounted */ .he))
        return 'No drift.';
    const { create, update, delete: deleted } = (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .countChanges */ .xS)(drift);
    const { length } = drift.filter(({ cause }) => cause === 'override');
    const created = `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(create)} created${length === 0 ? '' : ` (${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(length)} next to declared items)`}`;
    return `Drift: ${created}, ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(update)} updated, ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(deleted)} deleted on the server.`;
}
/** `Plan: 3 to create, 1 to update, 2 to delete.` or `No changes.` */
function closingLine({ changes }) {
    return changes.some(_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isCounted */ .he) ? `Plan: ${toDoText((0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .countChanges */ .xS)(changes))}.` : 'No changes.';
}
/** `3 to create, 1 to update, 2 to delete`. */
function toDoText({ create, update, delete: deleted }) {
    return `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(create)} to create, ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(update)} to update, ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(deleted)} to delete`;
}
/** `3 created, 1 updated, 2 deleted`. */
function doneText({ create, update, delete: deleted }) {
    return `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(create)} created, ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(update)} updated, ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(deleted)} deleted`;
}
/** The title above the reasons. */
function refusedTitle(isApply) {
    return isApply ? 'The apply was refused: nothing was sent.' : 'This plan is refused: an apply would send nothing.';
}
function refusals(plan) {
    return plan.findings.filter(({ severity }) => severity === 'refusal');
}
function warnings(plan) {
    return plan.findings.filter(({ severity }) => severity === 'warning');
}
/** What a plan of a branch shows that lacks commits of its base; empty if it lacks none. */
function behindText({ behind }) {
    if (behind === undefined)
        return '';
    const { into, commits } = behind;
    if (commits === undefined)
        return `It is not known whether this branch is behind \`${into}\`. If it is, this plan shows the missing commits as undone.`;
    const them = commits === 1 ? 'it' : 'them';
    return `This branch is ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(commits, 'commit')} behind \`${into}\`, and this plan shows ${them} as undone. To see what the merge changes, merge \`${into}\` into this branch.`;
}
/** What was pending before this branch, or is no longer planned. */
function pendingLines({ base, changes }) {
    const { pending = 0, dropped = 0 } = base ?? {};
    const all = changes.filter(_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isCounted */ .he).length;
    const allOfThem = all === 1 ? 'The only change' : `All ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(all)} changes`;
    const what = pending < all ? `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(pending)} of ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(all, 'change')}` : allOfThem;
    const gone = dropped === 1 ? '1 change that was' : `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(dropped)} changes that were`;
    return [
        ...(pending === 0 ? [] : [`${what} ${pending === 1 ? 'was' : 'were'} pending before this branch.`]),
        ...(dropped === 0 ? [] : [`${gone} pending before this branch ${dropped === 1 ? 'is' : 'are'} no longer planned.`]),
    ];
}
/** Of files that name another server: what follows matters more than what they change. */
function notComparedText({ live, safety = [], target }) {
    const { before, after } = safety.find(({ setting }) => setting === 'url') ?? {};
    if (live !== 'base' || before === undefined || after === undefined || after !== target.url)
        return '';
    return `Not compared with a server: this branch changes \`url\`. After the merge, the token goes to \`${after}\`, and so do all values that this server lacks, secrets included.`;
}
/** A review cannot say `allow-older`: only who starts the workflow can. */
function approvalWayOf(plan) {
    return plan.approvalWay === 'review' && needsAllowOlder(plan) ? 'dispatch' : plan.approvalWay;
}
/** The approval of all refused plans of one run, because nothing is sent unless all are approved. */
function approvalOf(plans) {
    const refused = plans.filter((plan) => plan.force !== undefined && unliftable(plan).length === 0);
    const [first] = refused;
    if (first === undefined)
        return undefined;
    const other = refused.find((plan) => approvalWayOf(plan) !== 'review');
    const way = approvalWayOf(other ?? first);
    const isOlder = refused.some(needsAllowOlder);
    if (way === 'review') {
        const lines = refused.map(({ force = '' }) => `${_model_force_js__WEBPACK_IMPORTED_MODULE_2__/* .APPROVAL_COMMAND */ .Eh} ${force}`);
        return { way, text: lines.join('\n'), isOlder, of: refused };
    }
    // Approvals that were given already must be given again with the new ones.
    const given = plans.filter(({ force, forced }) => force === undefined && forced !== undefined);
    const texts = plans
        .filter((plan) => refused.includes(plan) || given.includes(plan))
        .map(({ target: { declaredAs }, force, forced }) => `${declaredAs === undefined ? '' : `${declaredAs}: `}${force ?? forced}`);
    return { way, text: texts.join('; '), isOlder, of: refused };
}
/** An approval does not lift this refusal, but an option of the same apply does. */
const OLDER = 'older-commit';
/** Whether the apply needs `allow-older` besides an approval. A plan only warns of it. */
function needsAllowOlder({ findings }) {
    return findings.some(({ code }) => code === OLDER);
}
/** The refusals that neither an approval nor an option lifts: with them, an approval would be of no use. */
function unliftable(plan) {
    return refusals(plan).filter(({ approvable, code }) => !approvable && code !== OLDER);
}
/**
 * One sentence for a terminal or a log; `undefined`: nothing in the plan can be approved, or not that alone. The plans
 * of several targets are approved together: see {@link howToApproveAll}.
 */
function howToApprove(plan, repeated) {
    return plan.target.declaredAs === undefined ? howToApproveAll([plan], repeated) : undefined;
}
/**
 * The same for all plans of a run. The text to enter stands at the end, alone.
 * @param repeated flags that the same apply needs in a terminal, as a shell reads them
 */
function howToApproveAll(plans, repeated = '') {
    const approval = approvalOf(plans);
    if (approval === undefined)
        return undefined;
    const { way, text, isOlder, of } = approval;
    const start = `If this is intended, approve ${of.length === 1 ? 'this one plan' : `these ${of.length} plans`}`;
    if (way === 'review')
        return `${start} in a review of the pull request, with the ${of.length === 1 ? 'line: ' : 'lines:\n'}${text}`;
    if (way === 'dispatch') {
        const older = isOlder ? 'the input `allow-older: true` and ' : '';
        return `${start}: start the workflow by hand, with ${older}this text as the input \`force\`: ${text}`;
    }
    // Nothing is sent to any target unless all plans are approved.
    if (plans.some((plan) => unliftable(plan).length > 0))
        return undefined;
    const older = isOlder && !repeated.includes('--allow-older') ? '--allow-older' : '';
    const words = ['confighub-sync apply', repeated, older, '--force', (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shellQuoted */ .x)(text)];
    return `${start}: ${words.filter((word) => word !== '').join(' ')}`;
}


/***/ }),

/***/ 4414:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Y4: () => (/* binding */ ONLY_HERE),
  $8: () => (/* binding */ applyQuestion),
  $1: () => (/* binding */ isAsExpected),
  ih: () => (/* binding */ recordedText),
  OF: () => (/* binding */ textDiagnostics),
  JJ: () => (/* binding */ textDiffers),
  rT: () => (/* binding */ textDrift),
  pW: () => (/* binding */ textPlan),
  yC: () => (/* binding */ textValid),
  Ls: () => (/* binding */ unlockedText),
  zd: () => (/* binding */ unverifiedText)
});

// EXTERNAL MODULE: ./node_modules/picocolors/picocolors.js
var picocolors = __webpack_require__(7336);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/model/server-reads.js
var server_reads = __webpack_require__(6626);
// EXTERNAL MODULE: ./lib/render/columns.js
var columns = __webpack_require__(115);
// EXTERNAL MODULE: ./lib/render/describe.js + 1 modules
var describe = __webpack_require__(1786);
// EXTERNAL MODULE: ./lib/render/file-diff.js
var file_diff = __webpack_require__(458);
// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
;// CONCATENATED MODULE: ./lib/render/change-lines.js
// The lines of a section for a terminal: names, contexts and values in columns, cut where the line ends.




/** Longer names, contexts and texts do not affect the alignment of other lines. Parts of the width. */
const MAX_NAME = 0.37;
const MAX_CONTEXT = 0.27;
const MAX_TEXT = 0.34;
/** A text with fewer columns than these has a line of its own. */
const LEAST_TEXT = 36;
const INDENT = ' '.repeat(6);
/** A line for each; below it who receives it, and what differs. Either all have their places on the line, or none. */
function changeLines(lines, { colors, width }) {
    const rows = rowsOf(lines, width);
    const roomOf = ({ head, notes }) => width - (0,columns/* widthOf */.qz)(head) - (notes === '' ? 0 : (0,columns/* widthOf */.qz)(notes) + 2);
    const whole = (row) => (0,describe/* textWithin */.JY)(row.line.text, width);
    const isBeside = rows.every((row) => roomOf(row) >= Math.min(LEAST_TEXT, (0,columns/* widthOf */.qz)(whole(row))));
    const texts = rows.map((row) => {
        const left = isBeside ? roomOf(row) : width - (0,columns/* widthOf */.qz)(row.head);
        const isBelow = left < Math.min(LEAST_TEXT, (0,columns/* widthOf */.qz)(whole(row)));
        return { isBelow, text: (0,printable/* printable */.g$)((0,describe/* textWithin */.JY)(row.line.text, isBelow ? width - INDENT.length : left)) };
    });
    const textWidth = (0,columns/* widest */.D3)(texts.map(({ text }) => text), width * MAX_TEXT);
    return rows.flatMap((row, i) => {
        const { line, head, notes } = row;
        const { text = '', isBelow } = texts[i] ?? {};
        const paint = painterOf(line.sign, colors);
        const gap = text === '' && textWidth === 0 ? '' : '  ';
        const end = !isBeside || notes === '' ? '' : `${gap}${colors.dim(notes)}`;
        const isAligned = end !== '' && (0,columns/* widthOf */.qz)(head) + textWidth + (0,columns/* widthOf */.qz)(notes) + 2 <= width;
        const shown = isAligned ? (0,columns/* padded */.jC)(text, textWidth) : text;
        const first = paint(isBelow ? head.trimEnd() : end === '' ? `${head}${shown}`.trimEnd() : `${head}${shown}`);
        return [
            `${first}${end}`,
            ...(isBelow ? [paint(`${INDENT}${text}`)] : []),
            ...(isBeside || notes === '' ? [] : [`${INDENT}${colors.dim(notes)}`]),
            ...line.receivers.map(({ text: who, isLoss }) => `${INDENT}${(isLoss ? colors.red : colors.dim)((0,printable/* printable */.g$)(who))}`),
            ...(line.diff === undefined || line.diff.isWhole ? [] : (0,file_diff/* textDiff */.PD)(line.diff.lines, colors)),
        ];
    });
}
function rowsOf(lines, width) {
    const names = lines.map(({ name }) => (0,printable/* printable */.g$)(name));
    const contexts = lines.map(({ kind, context }) => (kind === 'key' ? '(key)' : (0,printable/* printable */.g$)(context ?? '')));
    const [nameWidth, contextWidth] = [(0,columns/* widest */.D3)(names, width * MAX_NAME), (0,columns/* widest */.D3)(contexts, width * MAX_CONTEXT)];
    const hasContexts = contexts.some((context) => context !== '');
    return lines.map((line, i) => {
        const context = hasContexts ? `${(0,columns/* padded */.jC)(contexts[i] ?? '', contextWidth)}  ` : '';
        const notes = [line.remark, (0,describe/* whereOf */.de)(line)].flatMap((note) => (note === undefined ? [] : [(0,printable/* printable */.g$)(note)]));
        return { line, head: `  ${line.sign} ${(0,columns/* padded */.jC)(names[i] ?? '', nameWidth)}  ${context}`, notes: notes.join('  ') };
    });
}
function painterOf(sign, colors) {
    const paints = {
        '+': colors.green,
        '~': colors.yellow,
        '-': colors.red,
        '→': colors.yellow,
        '!': colors.red,
        '=': colors.dim,
    };
    return paints[sign];
}

// EXTERNAL MODULE: ./lib/render/element-counts.js
var element_counts = __webpack_require__(2205);
// EXTERNAL MODULE: ./lib/render/mask.js
var mask = __webpack_require__(5962);
// EXTERNAL MODULE: ./lib/render/plain-table.js
var plain_table = __webpack_require__(509);
// EXTERNAL MODULE: ./lib/render/sentences.js
var sentences = __webpack_require__(8654);
// EXTERNAL MODULE: ./lib/render/problems.js
var render_problems = __webpack_require__(3822);
// EXTERNAL MODULE: ./lib/render/view.js
var render_view = __webpack_require__(3567);
;// CONCATENATED MODULE: ./lib/render/text.js
// Plans and mistakes as text for a terminal or a log.













function textPlan(plan, options) {
    return textOf((0,render_view/* viewOf */.du)(plan, options), { ...options, nothing: 'no changes' });
}
/** Only the drift. */
function textDrift(plan, options) {
    return textOf((0,render_view/* driftViewOf */.cD)(plan, options), { ...options, nothing: 'no drift' });
}
/** One of several ends with an empty line, or is a single line if there is nothing to say. */
function textOf(view, { nothing, ...options }) {
    if (view.target.declaredAs === undefined)
        return textView(view, options);
    if (!(0,render_view/* isQuiet */.rM)(view))
        return `${textView(view, options)}\n`;
    return `${targetLine(view.target, picocolors.createColors(options.color))}: ${nothing}.\n`;
}
function textView(view, options) {
    const { color, width = printable/* DEFAULT_WIDTH */.jz, isSummary, isApply } = options;
    const colors = picocolors.createColors(color);
    const parts = [
        [targetLine(view.target, colors), ...view.notes.map((note) => colors.dim((0,printable/* printable */.g$)(note)))],
        ...(isSummary ? [] : view.sections.map((section) => sectionLines(section, { colors, width }))),
        reachLines(view.reach, width),
        isSummary ? [] : view.remarks.map((line) => colors.dim((0,printable/* printable */.g$)(line))),
        isSummary ? [] : problemLines(view.warnings, { labelOf: () => colors.yellow('warning'), colors }),
        refusalLines(view, colors, isApply),
        [...view.alarms.map((text) => colors.yellow((0,printable/* printable */.g$)(text))), colors.bold(view.closing)],
    ];
    return `${parts
        .filter(({ length }) => length > 0)
        .map((lines) => lines.map((line) => `${line}\n`).join(''))
        .join('\n')}`;
}
function reachLines(reach, width) {
    if (reach === undefined)
        return [];
    if (typeof reach === 'string')
        return [(0,printable/* printable */.g$)(reach)];
    const { title, level, rows, left } = reach;
    const cells = rows.map(({ element, ...counts }) => [
        element === '*' ? element_counts/* ANY_OTHER */.OE : element,
        ...plan/* ACTIONS */.kl.map((action) => (0,lib_text/* withCommas */.rX)(counts[action])),
    ]);
    const heads = [{ head: (0,printable/* printable */.g$)(level) }, ...plan/* ACTIONS */.kl.map((head) => ({ head, isNumber: true }))];
    const lines = (0,plain_table/* plainTable */.$)(heads, cells, width - 2)
        .trimEnd()
        .split('\n');
    return [`${title}:`, ...lines.map((line) => `  ${line}`), ...(left > 0 ? [`  … and ${(0,lib_text/* withCommas */.rX)(left)} more`] : [])];
}
/** Their signs say what these are. */
const UNTITLED = ['deletions', 'changes'];
function sectionLines({ id, title, lines }, options) {
    const listed = changeLines(lines, options);
    const isSaid = UNTITLED.includes(id) && !title.includes(' of ');
    return isSaid ? listed : [`${(0,printable/* printable */.g$)(title)}:`, ...listed];
}
/** The address of the target, after its name in a project file with several. */
function targetLine({ url, account, name, declaredAs }, colors) {
    const repository = name === '' ? 'Repository not configured' : `${account}/${name}`;
    const where = url === '' ? '' : ` at ${(0,printable/* printable */.g$)(url)}`;
    if (declaredAs === undefined)
        return `${colors.bold((0,printable/* printable */.g$)(repository))}${where}`;
    return `${colors.bold((0,printable/* printable */.g$)(declaredAs))}: ${(0,printable/* printable */.g$)(repository)}${where}`;
}
function refusalLines({ refusals, approval }, colors, isApply) {
    if (refusals.length === 0)
        return [];
    return [
        ...problemLines(refusals, { labelOf: () => colors.red('refused'), colors }),
        ...(approval === undefined ? [] : [(0,printable/* printable */.g$)(approval)]),
        ...(isApply ? [] : [colors.red((0,sentences/* refusedTitle */.B9)(isApply))]),
    ];
}
/** After a push that could not be verified: what differs from the files. */
function textDiffers(differs, options) {
    return `Differences after the push (live → desired):\n\n${textPlan((0,mask/* mask */.dK)(differs), options)}`;
}
/** `file:line:column refused code: message`, and a hint. The same one for the same code is shown once. */
function problemLines(problems, { labelOf, colors }) {
    const shown = new Set();
    return problems.flatMap((one) => {
        const { code, message, hint, related } = one;
        const place = (0,render_problems/* problemPlace */.NT)(one);
        const where = place === '' ? '' : `${colors.bold((0,printable/* printable */.g$)(place))}${(0,render_problems/* othersText */.nn)(one)} `;
        const isNew = hint !== undefined && !shown.has(`${code} ${hint}`);
        shown.add(`${code} ${hint}`);
        return [
            `${where}${labelOf(one)} ${code}: ${(0,printable/* printable */.g$)(message)}`,
            ...(related === undefined ? [] : [colors.dim(`  See also: ${(0,printable/* printable */.g$)(String(related))}`)]),
            ...(isNew ? [colors.dim(`  ${(0,printable/* printable */.g$)(hint)}`)] : []),
        ];
    });
}
/** JSON has all of them. */
const MAX_DIAGNOSTICS = 500;
/** For each mistake: `file:line:column error code: message`, the related place, and a hint. */
function textDiagnostics(diagnostics, options) {
    const colors = picocolors.createColors(options.color);
    const all = (0,render_problems/* together */.bs)(diagnostics);
    const shown = all.slice(0, MAX_DIAGNOSTICS);
    const more = all.length - shown.length;
    const labels = { error: colors.red('error'), warning: colors.yellow('warning') };
    const lines = problemLines(shown, { labelOf: ({ severity }) => labels[severity], colors });
    return [...lines, ...(more > 0 ? [`… and ${(0,lib_text/* counted */.hS)(more, 'more mistake')}.`] : [])]
        .map((line) => `${line}\n`)
        .join('');
}
/** The output of `validate` for a project without mistakes. */
function textValid({ keys, values, files, documents, hasSources, }) {
    const what = `${(0,lib_text/* counted */.hS)(keys, 'key')} with ${(0,lib_text/* counted */.hS)(values, 'value')} and ${(0,lib_text/* counted */.hS)(files, 'file')}`;
    return `Valid: ${what}, declared in ${(0,lib_text/* counted */.hS)(documents, hasSources ? 'file' : 'document')}.\n`;
}
/** Asked before a plan is sent. */
function applyQuestion({ changes, target }) {
    const { length } = changes.filter(plan/* isCounted */.he);
    const repository = (0,printable/* printable */.g$)(`${target.account}/${target.name}`);
    if (length === 0)
        return `Rewrite ${(0,lib_text/* counted */.hS)(changes.length, 'item')} in ${repository}?`;
    return `Apply ${length === 1 ? 'this change' : `these ${(0,lib_text/* withCommas */.rX)(length)} changes`} to ${repository}?`;
}
const ONLY_HERE = 'Recorded in this clone only, because it has no remote `origin`. Other clones, such as that of a workflow, have no record.\n';
/** What an apply says about its record, if that is news. */
function recordedText(where, { isSent }) {
    const what = where !== undefined && !isSent ? 'Recorded; nothing was sent.\n' : '';
    return where === 'local' ? `${what}${ONLY_HERE}` : what;
}
/** The outcome of an apply that could not be read back. */
function unverifiedText(counts) {
    const reason = 'Applied, not verified: the server offers no way to read it.';
    if (counts === undefined)
        return reason;
    const { expected, found } = counts;
    if (isAsExpected(counts))
        return `${reason} The counts are as expected: ${(0,server_reads/* sizeText */.lP)(found)}.`;
    return `${reason} The counts are not as expected: ${(0,server_reads/* sizeText */.lP)(found)} instead of ${(0,server_reads/* sizeText */.lP)(expected)}. Others may have changed the repository, or have values under the same keys.`;
}
/** @param pushSince ISO 8601: the last push of the apply began then or later, if there was one */
function unlockedText({ removed }) {
    if (removed === undefined)
        return 'Nothing to unlock.\n';
    const { text, pushSince } = removed;
    const since = pushSince === undefined ? '' : ` since ${(0,apply_entry/* shownTime */.h5)(pushSince)}`;
    return `Unlocked: the apply that was ${(0,printable/* printable */.g$)(text)}, now counts as ended. The next apply takes over its work.
It may have sent a push${since}, which the server may still be processing. A push can take many minutes: make sure that the server is done before you apply again.
`;
}
function isAsExpected({ expected, found }) {
    return expected.keys === found.keys && expected.values === found.values;
}


/***/ }),

/***/ 3567:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   cD: () => (/* binding */ driftViewOf),
/* harmony export */   du: () => (/* binding */ viewOf),
/* harmony export */   rM: () => (/* binding */ isQuiet),
/* harmony export */   yn: () => (/* binding */ safetySection)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_element_counts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(474);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2774);
/* harmony import */ var _describe_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1786);
/* harmony import */ var _element_counts_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2205);
/* harmony import */ var _problems_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3822);
/* harmony import */ var _renames_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2167);
/* harmony import */ var _sentences_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8654);
// What a plan says, ready for any output: masked, in order, in sentences. Text, Markdown and HTML only lay it out.








const NONE = { create: 0, update: 0, delete: 0 };
function viewOf(plan, options = {}) {
    return {
        target: plan.target,
        base: plan.base?.commit,
        alarms: [(0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .notComparedText */ .GK)(plan), (0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .behindText */ .Sd)(plan)].filter((text) => text !== ''),
        notes: plan.notes,
        reach: (0,_element_counts_js__WEBPACK_IMPORTED_MODULE_4__/* .reachOf */ .xw)(plan),
        sections: [safetySection(plan), ...changeSections(plan, options), ...otherSections(plan, options)].filter(({ lines }) => lines.length > 0),
        remarks: [...(0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .othersLines */ .FQ)(plan), ...(0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .pendingLines */ .DS)(plan), ...hiddenLines(plan, options)],
        refusals: (0,_problems_js__WEBPACK_IMPORTED_MODULE_5__/* .together */ .bs)((0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .refusals */ .Ke)(plan)),
        warnings: (0,_problems_js__WEBPACK_IMPORTED_MODULE_5__/* .together */ .bs)((0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .warnings */ .AR)(plan)),
        approval: (0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .howToApprove */ .jT)(plan, options.repeated),
        isEmpty: !plan.changes.some(_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .isCounted */ .he),
        closing: (0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .closingLine */ .oM)(plan),
        done: `${(0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .doneText */ .ks)((0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .countChanges */ .xS)(plan.changes))}.`,
    };
}
/** Only the drift. */
function driftViewOf(plan, options = {}) {
    const isOverride = ({ cause }) => cause === 'override';
    const drift = (0,_describe_js__WEBPACK_IMPORTED_MODULE_3__/* .entries */ .jO)(plan.drift).filter(({ change }) => !change.rewritten);
    const overrides = drift.filter(({ change }) => isOverride(change));
    const changed = drift.filter(({ change }) => !isOverride(change));
    const lines = linesFor(plan, options);
    const sections = [
        {
            id: 'changes',
            title: 'Changed on the server',
            weight: 'list',
            lines: lines(changed),
            counts: NONE,
        },
        {
            id: 'others',
            title: (0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .overridesText */ .Tb)(overrides.length).replace(/\.$/, ''),
            weight: 'list',
            lines: untouched(lines(overrides)),
            counts: NONE,
        },
    ];
    return {
        ...{ target: plan.target, base: undefined, alarms: [], notes: plan.notes, reach: undefined, remarks: [] },
        ...{ refusals: [], warnings: [], approval: undefined },
        sections: sections.filter((section) => section.lines.length > 0),
        isEmpty: !plan.drift.some(_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .isCounted */ .he),
        closing: (0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .driftLine */ .wk)(plan),
        done: '',
    };
}
/** Whether there is anything to say about a plan but that it changes nothing. */
function isQuiet(view) {
    return view.isEmpty && view.sections.length + view.refusals.length + view.warnings.length === 0;
}
function linesFor({ elements }, { effects = 'short', withReach, comparisons = new _describe_js__WEBPACK_IMPORTED_MODULE_3__/* .Comparisons */ .ZI() }) {
    const describing = { effects, comparisons };
    return (listed) => listed.map((entry) => {
        const line = (0,_describe_js__WEBPACK_IMPORTED_MODULE_3__/* .lineOf */ .cA)(entry, describing);
        if (!withReach || elements === undefined)
            return line;
        const reached = (0,_model_element_counts_js__WEBPACK_IMPORTED_MODULE_1__/* .countsByElement */ .o)({ changes: [entry.change], elements });
        return { ...line, reaches: reached.map(({ element }) => element) };
    });
}
/** Every counted change is in exactly one of them. */
function changeSections(plan, options) {
    const { isShown = () => true } = options;
    const lines = linesFor(plan, options);
    const renames = (0,_renames_js__WEBPACK_IMPORTED_MODULE_6__/* .renamesIn */ .BZ)(plan);
    const restored = plan.changes.filter(_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .isRestoring */ .C$);
    const rest = (0,_renames_js__WEBPACK_IMPORTED_MODULE_6__/* .withoutRenamed */ .H_)(plan.changes.filter((change) => !(0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .isRestoring */ .C$)(change)), renames);
    const listed = (0,_describe_js__WEBPACK_IMPORTED_MODULE_3__/* .entries */ .jO)(rest);
    const ofKind = (isWanted) => listed.filter(({ change }) => isWanted(change));
    const now = ofKind(({ pending, rewritten }) => !pending && !rewritten);
    const isDeletion = ({ change }) => change.action === 'delete';
    const part = (id, weight, listed) => {
        const shown = listed.filter(({ change }) => isShown(change));
        return { id, weight, title: '', lines: lines(shown), counts: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .countChanges */ .xS)(listed.map(({ change }) => change)) };
    };
    const sections = [
        part('restored', 'alarm', (0,_describe_js__WEBPACK_IMPORTED_MODULE_3__/* .entries */ .jO)(restored)),
        part('deletions', 'list', now.filter(isDeletion)),
        renamedSection(plan, { renames, rest, isShown }),
        part('changes', 'list', now.filter((entry) => !isDeletion(entry))),
        part('pending', 'fold', ofKind(({ pending, rewritten }) => pending && !rewritten)),
        part('rewritten', 'fold', ofKind(({ rewritten }) => rewritten)),
    ];
    return sections.map((section) => ({ ...section, title: titleOf(section, { plan, sections }) }));
}
function titleOf({ id, counts }, { plan, sections }) {
    if (id === 'restored')
        return (0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .restoredTitle */ .FX)(plan);
    if (id === 'renamed')
        return _renames_js__WEBPACK_IMPORTED_MODULE_6__/* .RENAMED */ .lE;
    if (id === 'pending')
        return `Pending before this branch: ${(0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .toDoText */ .UU)(counts)}`;
    if (id === 'rewritten')
        return (0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .rewrittenTitle */ .R$)(plan);
    const [what, of] = id === 'deletions'
        ? ['Deletions', ({ delete: deleted }) => deleted]
        : ['Changes', ({ create, update }) => create + update];
    const all = of((0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .countChanges */ .xS)(plan.changes));
    const elsewhere = sections.flatMap((section) => {
        const count = of(section.counts);
        return section.id === id || count === 0 ? [] : (ELSEWHERE[section.id]?.(count) ?? []);
    });
    const here = of(counts);
    return here === all
        ? `${what} (${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(all)})`
        : `${what} (${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(here)} of ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(all)}: ${elsewhere.join(', ')})`;
}
/** What a heading says of its changes in other sections. */
const ELSEWHERE = {
    restored: (count) => `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(count)} ${count === 1 ? 'restores' : 'restore'} the files`,
    renamed: (count) => `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(count)} renamed`,
    pending: (count) => `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(count)} pending before this branch`,
};
function renamedSection({ changes }, { renames, rest, isShown }) {
    const others = new Set(rest);
    const renamed = changes.filter((change) => !(0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .isRestoring */ .C$)(change) && !others.has(change));
    const shown = renames.filter(({ created }) => created.some(isShown));
    return { id: 'renamed', weight: 'list', title: '', lines: shown.map(renameLine), counts: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .countChanges */ .xS)(renamed) };
}
function renameLine(rename) {
    const { from, to, created } = rename;
    const [first] = created;
    return {
        sign: '→',
        kind: 'rename',
        name: `${from} → ${to}`,
        context: (0,_renames_js__WEBPACK_IMPORTED_MODULE_6__/* .contextsOf */ .WO)(rename).join(', '),
        text: { kind: 'words', text: '' },
        receivers: [{ text: (0,_renames_js__WEBPACK_IMPORTED_MODULE_6__/* .goneText */ .LJ)(rename), isLoss: true }],
        place: first?.place,
        wasAt: first?.removedFrom,
    };
}
/** @param whose ` of all targets` */
function safetySection({ safety = [] }, whose = '') {
    const lines = safety.map(({ setting, before, after, effect, place, removedFrom }) => ({
        sign: '!',
        kind: 'setting',
        name: setting,
        text: { kind: 'settings', settings: [['', before, after]] },
        ...(effect && { remark: effect }),
        receivers: [],
        place,
        wasAt: removedFrom,
    }));
    return { id: 'safety', title: `This branch changes safety settings${whose}`, weight: 'alarm', lines, counts: NONE };
}
/** What the plan does not touch. */
function otherSections(plan, options) {
    const { unmanagedItems = [] } = plan;
    const kept = linesFor(plan, options)((0,_describe_js__WEBPACK_IMPORTED_MODULE_3__/* .entries */ .jO)(plan.drift));
    const title = `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(unmanagedItems.length, 'unmanaged item')} on the server`;
    return [
        { id: 'drift', title: (0,_sentences_js__WEBPACK_IMPORTED_MODULE_7__/* .driftTitle */ .IM)(plan), weight: 'fold', lines: kept, counts: NONE },
        { id: 'others', title, weight: 'fold', lines: unmanagedItems.map(unmanagedLine), counts: NONE },
    ];
}
function unmanagedLine(item) {
    return {
        sign: '=',
        kind: item.kind,
        name: (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .nameOf */ .Vb)(item),
        ...(item.kind !== 'key' && { context: item.context }),
        text: { kind: 'words', text: '' },
        receivers: [],
    };
}
function untouched(lines) {
    return lines.map((line) => ({ ...line, sign: '=' }));
}
function hiddenLines({ changes }, { isShown }) {
    if (isShown === undefined)
        return [];
    const { length } = changes.filter((change) => (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_2__/* .isCounted */ .he)(change) && !isShown(change));
    return length === 0
        ? []
        : [`${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(length, 'change')} ${length === 1 ? 'is' : 'are'} hidden here: an apply sends all of them.`];
}


/***/ }),

/***/ 2229:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Sg: () => (/* binding */ opened),
/* harmony export */   Yc: () => (/* binding */ decrypt),
/* harmony export */   d1: () => (/* binding */ CIPHERS),
/* harmony export */   l8: () => (/* binding */ isSealOf),
/* harmony export */   rQ: () => (/* binding */ looksSealed),
/* harmony export */   w: () => (/* binding */ encrypt)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _value_types_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6060);
// The ciphers of security groups (behaviour.md, 12.3). They are deterministic, so stored texts can be computed here.


/** As the server writes them in its answers. */
const CIPHERS = [
    'AES/CBC/PKCS5Padding',
    'AES/ECB/PKCS5Padding',
    'DES/CBC/PKCS5Padding',
    'DES/ECB/PKCS5Padding',
    'DESede/CBC/PKCS5Padding',
    'DESede/ECB/PKCS5Padding',
];
const ALGORITHMS = {
    'AES/CBC/PKCS5Padding': { name: 'aes-128-cbc', keyBytes: 16, times: 1, vectorBytes: 16 },
    'AES/ECB/PKCS5Padding': { name: 'aes-128-ecb', keyBytes: 16, times: 1, vectorBytes: 0 },
    'DES/CBC/PKCS5Padding': { name: 'des-ede3-cbc', keyBytes: 8, times: 3, vectorBytes: 8 },
    'DES/ECB/PKCS5Padding': { name: 'des-ede3', keyBytes: 8, times: 3, vectorBytes: 0 },
    'DESede/CBC/PKCS5Padding': { name: 'des-ede3-cbc', keyBytes: 24, times: 1, vectorBytes: 8 },
    'DESede/ECB/PKCS5Padding': { name: 'des-ede3', keyBytes: 24, times: 1, vectorBytes: 0 },
};
/** In bytes, for DES and DESede. */
const SMALLEST_BLOCK = 8;
/** What the server stores for a text. Blank texts are encrypted as the empty text. */
function encrypt(text, { cipher, password }) {
    const { name, key, vector } = prepared(cipher, password);
    const encipher = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createCipheriv)(name, key, vector);
    const clear = (0,_value_types_js__WEBPACK_IMPORTED_MODULE_1__/* .javaTrim */ .D9)(text) === '' ? '' : text;
    return Buffer.concat([encipher.update(clear, 'utf8'), encipher.final()]).toString('base64');
}
/** `undefined` if this is not a cipher text for the password. */
function decrypt(text, { cipher, password }) {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length === 0)
        return '';
    const { name, key, vector } = prepared(cipher, password);
    try {
        const decipher = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createDecipheriv)(name, key, vector);
        return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8');
    }
    catch {
        return undefined;
    }
}
/** Whether a text can be a cipher text: whole blocks in base64. Clear texts hardly ever are. */
function looksSealed(text) {
    const bytes = Buffer.from(text, 'base64');
    return bytes.length > 0 && bytes.length % SMALLEST_BLOCK === 0 && bytes.toString('base64') === text;
}
/** Whether `sealed` is the clear text encrypted with any cipher: reads do not say which cipher a group has. */
function isSealOf(sealed, { clear, password }) {
    return CIPHERS.some((cipher) => encrypt(clear, { cipher, password }) === sealed);
}
/** The clear text for any of the ciphers; `undefined` if the text is not encrypted with the password. */
function opened(sealed, password) {
    if (!looksSealed(sealed))
        return undefined;
    return CIPHERS.map((cipher) => ({ cipher, clear: decrypt(sealed, { cipher, password }) })).find(
    // Excludes garbage that happens to have valid padding.
    ({ cipher, clear }) => clear !== undefined && encrypt(clear, { cipher, password }) === sealed)?.clear;
}
/** The key is the low byte of each character, padded with zeros or cut. */
function prepared(cipher, password) {
    const { name, keyBytes, times, vectorBytes } = ALGORITHMS[cipher];
    const once = Buffer.alloc(keyBytes);
    once.write(password, 'latin1');
    const key = Buffer.concat(Array(times).fill(once));
    return { name, key, vector: vectorBytes === 0 ? null : Buffer.alloc(vectorBytes) };
}


/***/ }),

/***/ 4852:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  _o: () => (/* binding */ secretLines),
  Vh: () => (/* binding */ secretTexts),
  Fj: () => (/* binding */ secretsOf)
});

// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
;// CONCATENATED MODULE: ./lib/semantics/secret-elements.js

/** Prefix, name and attributes of a start tag. */
const TAG = /<((?:[\w.-]{1,60}:)?([A-Za-z_][\w.-]{0,100}))((?:\s(?:[^<>"']|"[^"<]{0,4000}"|'[^'<]{0,4000}'){0,2000})?)>/g;
/** Attributes with a name, and with a value. */
const NAMES = /(?<![\w:.-])(?:name|key)\s{0,8}=\s{0,8}(["'])(.*?)\1/gis;
const VALUES = /(?<![\w:.-])(?:value|content)\s{0,8}=\s{0,8}(["'])(.*?)\1/dgis;
/** Each search for an end takes time. */
const MAX_ENDLESS = 100;
/** `all` if an element has no end. */
function inElements(text) {
    const found = [];
    const endless = new Set();
    let until = 0;
    for (const { 0: tag, 1: whole = '', 2: element = '', 3: written = '', index } of text.matchAll(TAG)) {
        if (index < until)
            continue;
        const names = [element, ...[...written.matchAll(NAMES)].map(([, , name = '']) => name)];
        const secrecy = names.map(secrets/* secretMember */.lJ).find((one) => one !== undefined);
        if (secrecy === undefined)
            continue;
        const at = index + 1 + whole.length;
        const values = [...written.matchAll(VALUES)].flatMap(({ 2: value = '', indices }) => {
            const [start, end] = indices?.[2] ?? [0, 0];
            return (0,secrets/* isSecretValue */.w2)(value, secrecy) ? [{ start: at + start, end: at + end }] : [];
        });
        found.push(...values);
        if (tag.endsWith('/>') || endless.has(whole))
            continue;
        const start = index + tag.length;
        const end = endOf(whole, text, start);
        if (end === 'all')
            return ['all'];
        if (end >= 0) {
            const range = contentOf(text, start, end);
            if ((0,secrets/* isSecretValue */.w2)(text.slice(range.start, range.end), secrecy))
                found.push(range);
            until = end;
            continue;
        }
        // Outside of XML, `<password>` stands for a value.
        const isMarkup = text.trimStart().startsWith('<') && text.slice(start).trim() !== '';
        endless.add(whole);
        if ((isMarkup && values.length === 0) || endless.size > MAX_ENDLESS)
            return ['all'];
    }
    return found;
}
/** Where the end tag stands; -1 if there is none, and `all` if none is the right one. */
function endOf(name, text, start) {
    const first = text.indexOf(`</${name}`, start);
    if (first < 0 || (text.startsWith(`</${name}>`, first) && !text.slice(start, first).includes(`<${name}`)))
        return first;
    const tags = new RegExp(`<(/?)${name.replaceAll('.', '\\.')}(?![\\w.:-])[^<>]*?(/?)>`, 'g');
    tags.lastIndex = start;
    let depth = 1;
    for (const { 1: isEnd, 2: isEmpty, index } of text.matchAll(tags)) {
        depth += isEnd ? -1 : isEmpty ? 0 : 1;
        if (depth === 0)
            return index;
    }
    return 'all';
}
/** Without the marks of CDATA. */
function contentOf(text, start, end) {
    const content = text.slice(start, end);
    const [before = ''] = /^\s*(?:<!\[CDATA\[)?/.exec(content) ?? [];
    const isMarked = before.endsWith('[') && content.trimEnd().endsWith(']]>');
    return { start: start + before.length, end: isMarked ? start + content.lastIndexOf(']]>') : end };
}

;// CONCATENATED MODULE: ./lib/semantics/secret-members.js

/** A name may follow the hyphens of an option, or stand in brackets and quotes. */
const BEFORE = /(?:(?<=\[)(?=["'])|(?<![\w.[\]]|[\w.[\]]-))/;
/** Not the `D` of `-Dname=value` of Java. */
const NAME = /(\\{0,3}["']|)(?:(?<=-)D(?=\w))?((?:[A-Za-z_]|\\u[\da-fA-F]{4})(?:[\w.\-[\]]|\\u[\da-fA-F]{4}){0,100})\1\]?/;
/** Not `==`, nor the `://` of a URL. Tabs assign only where the name begins its line. */
const ASSIGNS = /(?:[^\S\n]{0,40}([=-]>|[:?+]?=(?!=)|:(?!\/\/|=))|\t{1,40})[^\S\n]{0,40}/;
const NAMED = new RegExp(BEFORE.source + NAME.source + ASSIGNS.source, 'g');
/** What may stand before a name that has the rest of its line. */
const BEGINS = /(?<=^[^\S\n]*(?:[#;!/]+[^\S\n]*)?(?:- )?(?:export |set )?["']?)/my;
/** @param isTree the text was read as a tree too, so a value of several lines is known */
function inLines(text, isTree) {
    const found = [];
    let until = 0;
    for (const { 0: all, 1: quote = '', 2: name = '', 3: sign, index } of text.matchAll(NAMED)) {
        if (index < until)
            continue;
        const secrecy = (0,secrets/* secretMember */.lJ)(name);
        // Headers have a scheme, which is no secret.
        if (secrecy === undefined || /authorization$/i.test(name))
            continue;
        BEGINS.lastIndex = index + quote.length;
        const isFirst = BEGINS.test(text);
        const from = index + all.length;
        // `${PASSWORD:?a message}` of a shell.
        if ((sign === undefined && !isFirst) || (text[index - 1] === '{' && text[from] === '?'))
            continue;
        const range = valueAt(text, { index, from, isFirst });
        if (range === 'all') {
            if (!isTree)
                return ['all'];
        }
        else if ((0,secrets/* isSecretValue */.w2)(text.slice(range.start, range.end), secrecy)) {
            found.push(range);
            until = range.end;
        }
    }
    return found;
}
/** Characters of a line that are looked at: each search must end soon. */
const MAX_LINE = 4000;
const QUOTED = /^(\\{0,3}["'`])((?:(?!\1)(?:\\.|.))*)\1/;
/** Quotes, brackets or the mark of a text that end in other lines. */
const GOES_ON = /^(?:\\{0,3}["'`]|[[{]|<<[-~]?["'\w])/;
/** In YAML: a block, or an anchor with the value below. */
const GOES_ON_BELOW = /^(?:[|>][\d+-]*\s*(?:#.*)?|&\w+\s*)$/;
/** `all` if the value goes on in other lines, or too far. */
function valueAt(text, { index, from, isFirst }) {
    const [line = ''] = text.slice(from, from + MAX_LINE + 1).split('\n', 1);
    if (line.trim() === '' && isDeeperBelow(text, index))
        return 'all';
    if (secrets/* PLACEHOLDER */.Kx.test(line.trim()))
        return { start: from, end: from };
    const [, quote = '', content] = QUOTED.exec(line) ?? [];
    if (content !== undefined) {
        const start = from + quote.length;
        const end = start + content.length;
        // A shell joins texts that follow each other.
        return /["'`\w]/.test(text[end + quote.length] ?? '') ? 'all' : { start, end };
    }
    if (GOES_ON.test(line) || line.length > MAX_LINE)
        return 'all';
    if (!isFirst)
        return { start: from, end: from + line.search(/[\s,;&"'`<>)}\]|]|$/) };
    if (GOES_ON_BELOW.test(line))
        return 'all';
    const rest = line.replace(/[,;]?\s*$/, '');
    return { start: from, end: rest.endsWith('\\') ? endOfContinued(text, from) : from + rest.length };
}
/** The end of a value whose lines end with a backslash. */
function endOfContinued(text, from) {
    const end = /(?<!\\[^\S\n]?)\n/g;
    end.lastIndex = from;
    return end.exec(text)?.index ?? text.length;
}
const BELOW = /[^\n]*\n([^\S\n]*)\S/y;
/** Whether the next line is indented more than the name. */
function isDeeperBelow(text, index) {
    BELOW.lastIndex = index;
    const indent = BELOW.exec(text)?.[1]?.length ?? 0;
    return indent >= index - text.lastIndexOf('\n', index);
}
const SCHEMES = 'Basic|Bearer|Digest|Negotiate|ApiKey|Token|AWS4-HMAC-SHA256';
/** The rest of the line after the name of the header, and the scheme; not a scheme alone. */
const HEADER = `\\b(?:proxy-)?authorization\\b["']?\\s{0,3}(?:[:=,]\\s{0,3}["']?(?:(?:${SCHEMES})\\s+)?|["']?(?:${SCHEMES})\\s+)(?!\\s*(?:Basic|Bearer)\\s*(?:["'\`\\n]|$))(?<value>[^\\n"'\`]{3,2000})`;
/** Each has a value, which is secret if its name says so, or if it has none. Bounded, so that the time stays linear. */
const FORMS = [
    // `--password x`, also in a list: `"--password", "x"`.
    /(?<![\w-])--(?<name>[A-Za-z][\w.-]{0,100})(?:["'],)?[^\S\n]{1,40}["']?(?<value>(?<=["'])[^"'\n]{1,1000}|[^\s"'`,;)\]}-][^\s"'`,;)\]}]{0,1000})/dg,
    // `define('PASSWORD', 'x')`.
    /\([^\S\n]{0,8}["'`](?<name>[A-Za-z_][\w.-]{0,100})["'`][^\S\n]{0,8},[^\S\n]{0,8}["'`](?<value>[^"'`\n]{1,1000})["'`]/dg,
    // `machine x login y password z`.
    /\b(?:login|machine)\s{1,8}[^\s]{1,200}\s{1,8}password\s{1,8}(?<value>[^\s]{1,1000})/dg,
    // nginx: `secure_link_secret x;`, `set $api_key x;`, `proxy_set_header X-Api-Key "x";`.
    /^[^\S\n]{0,100}(?:[\w-]{1,60}[^\S\n]{1,40})?\$?(?!\w{1,40}_pass\s)(?<name>[A-Za-z][\w.-]{0,100})[^\S\n]{1,40}["']?(?<value>[^\s"';]{1,1000})["']?;/dgm,
    // HAProxy: `user ada insecure-password x`, `stats auth ada:x`.
    /^[^\S\n]{0,100}user[^\S\n]{1,40}[^\n]{1,200}[^\S\n](?:insecure-)?password[^\S\n]{1,40}(?<value>[^\s]{1,1000})/dgm,
    /^[^\S\n]{0,100}stats[^\S\n]{1,40}auth[^\S\n]{1,40}[^\s:]{1,200}:(?<value>[^\s]{1,1000})/dgm,
    // Redis: `requirepass x`, also as options of a program, and in a list.
    /(?:^[^\S\n]{0,100}|--)(?:requirepass|masterauth)(?:["'],)?[^\S\n]{1,40}["']?(?<value>[^\s"'`,;)\]}]{1,1000})/dgm,
    // A property list.
    /<key>(?<name>[^<>]{1,200})<\/key>\s{0,200}<string>(?<value>[^<>]{1,4000})<\//dg,
    new RegExp(HEADER, 'dgi'),
    // A scheme and something that is no word.
    /\b(?:Bearer|Basic)\s{1,3}(?=[A-Za-z0-9._~+/=-]*[\d=_])(?<value>[A-Za-z0-9._~+/=-]{12,2000})/dg,
];
/** Doubtful elsewhere, or no word. */
const CERTAIN = /^(?:auth|requirepass|masterauth)$/;
function byForm(text) {
    const named = FORMS.flatMap((form) => [...text.matchAll(form)].flatMap(({ groups, indices }) => {
        const { name, value = '' } = groups ?? {};
        const [start, end] = indices?.groups?.value ?? [0, 0];
        const secrecy = name === undefined || CERTAIN.test(name) ? 'certain' : (0,secrets/* secretMember */.lJ)(name);
        return secrecy !== undefined && (0,secrets/* isSecretValue */.w2)(value, secrecy) ? [{ start, end }] : [];
    }));
    return [...named, ...awsKeys(text)];
}
/** A secret key of AWS has no prefix. */
const AWS_KEY = /(?<![\w/+=.-])[A-Za-z0-9/+]{40}(?![\w/+=.-])/g;
function awsKeys(text) {
    const keys = [...text.matchAll(AWS_KEY)].filter(([key]) => isRandom(key));
    return keys.map(({ index }) => ({ start: index, end: index + 40 }));
}
/** Neither a path nor a word, nor a digest in hex. */
function isRandom(key) {
    const count = (pattern) => key.match(pattern)?.length ?? 0;
    const turns = count(/(?<=[a-z])[^a-z]|(?<=[A-Z])[^A-Z]|(?<=[0-9])[^0-9]/g);
    return count(/[A-Z]/g) >= 8 && count(/[a-z]/g) >= 8 && count(/[0-9]/g) >= 1 && count(/\//g) <= 3 && turns >= 12;
}

// EXTERNAL MODULE: ./node_modules/js-yaml/dist/js-yaml.mjs
var js_yaml = __webpack_require__(3243);
;// CONCATENATED MODULE: ./lib/semantics/secret-trees.js
// Finds secrets in YAML, and in JSON, which is read by the same rules: all that is below a member whose name says so.


/** Longer texts are searched line by line only. */
const MAX_PARSED = 1024 * 1024;
/** `undefined` if the text is no mapping or list; `all` if a secret is an alias, so that it stands elsewhere. */
function inTree(text) {
    if (text.length > MAX_PARSED || !/[:{[-]/.test(text))
        return undefined;
    try {
        const events = (0,js_yaml/* parseEvents */.PH)(text, { maxDepth: 100 });
        const isTree = events.some(({ type }) => type === js_yaml/* EVENT_ID */.hy.MAPPING || type === js_yaml/* EVENT_ID */.hy.SEQUENCE);
        return isTree ? new Tree(text, events).secrets() : undefined;
    }
    catch {
        return undefined;
    }
}
class Tree {
    #text;
    #events;
    #found = [];
    #at = 0;
    constructor(text, events) {
        this.#text = text;
        this.#events = events;
    }
    secrets() {
        while (this.#at < this.#events.length)
            this.#node(undefined);
        return this.#found;
    }
    /** Goes behind the next node; its text if it is a scalar. */
    #node(secrecy) {
        const event = this.#events[this.#at++];
        if (event?.type === js_yaml/* EVENT_ID */.hy.SCALAR)
            return this.#scalar(event, secrecy);
        if (event?.type === js_yaml/* EVENT_ID */.hy.ALIAS && secrecy !== undefined)
            this.#found.push('all');
        if (event?.type === js_yaml/* EVENT_ID */.hy.SEQUENCE)
            this.#sequence(secrecy === 'certain');
        if (event?.type === js_yaml/* EVENT_ID */.hy.MAPPING)
            this.#mapping(secrecy === 'certain');
        return undefined;
    }
    #scalar(event, secrecy) {
        const { valueStart: start, valueEnd: end, style } = event;
        const value = start < 0 ? '' : this.#text.slice(start, end);
        const isQuotedNumber = style !== js_yaml/* SCALAR_STYLE */.jK.PLAIN && /^\s*\d+\s*$/.test(value);
        if (secrecy !== undefined && ((0,secrets/* isSecretValue */.w2)(value, secrecy) || isQuotedNumber))
            this.#found.push({ start, end });
        return value;
    }
    #isOpen() {
        if (this.#events[this.#at]?.type !== js_yaml/* EVENT_ID */.hy.POP)
            return true;
        this.#at++;
        return false;
    }
    /** The argument of an option comes next in a list. */
    #sequence(isSecret) {
        let option;
        while (this.#isOpen()) {
            const isOption = /^--?[a-z][\w.-]*$/i.test(option ?? '');
            const secrecy = isSecret ? 'certain' : isOption ? (0,secrets/* secretMember */.lJ)(option ?? '') : undefined;
            option = this.#node(secrecy) ?? option;
        }
    }
    /** In a mapping such as `{ name: DB_PASSWORD, value: x }`, the members can come in either order. */
    #mapping(isSecret) {
        let named;
        let unnamed;
        while (this.#isOpen()) {
            const key = this.#node(undefined) ?? '';
            const isValue = /^(?:value|content)$/i.test(key);
            const event = this.#events[this.#at];
            const value = this.#node(isSecret ? 'certain' : secrecyOf(isValue ? (named ?? key) : key));
            if (isValue && event?.type === js_yaml/* EVENT_ID */.hy.SCALAR)
                unnamed = event;
            if (value === undefined || !/^(?:name|key)$/i.test(key))
                continue;
            named = value;
            if (unnamed !== undefined)
                this.#scalar(unnamed, secrecyOf(value));
        }
    }
}
function secrecyOf(name) {
    if (name === 'stringData')
        return 'certain';
    return isName(name) ? (0,secrets/* secretMember */.lJ)(name) : undefined;
}
/** Prose with a colon in it can be read as a mapping. */
function isName(text) {
    return text.length <= 100 && /^[^\s?!"'<>]+(?: [^\s?!"'<>]+){0,2}$/.test(text);
}

;// CONCATENATED MODULE: ./lib/semantics/secret-lines.js



/** Nearly all texts have none of these words. */
const MAY_HAVE = /pass|pwd|pw\b|secret|token|cred|key|conn|auth|bearer|basic\s|salt|pin\b|cookie|sas\b|sig|stringdata|\\[ux]|[a-z0-9/+]{40}/i;
/** A text with more is a list of secrets. */
const MAX_RANGES = 2000;
/** Where the secrets stand, in the order of the text; `all` if there is one, but not where it ends. */
function rangesIn(text) {
    if (text == null || !MAY_HAVE.test(text))
        return [];
    const ofTree = inTree(text);
    const found = [...(ofTree ?? []), ...inLines(text, ofTree !== undefined), ...inElements(text)];
    const known = found.filter((one) => one !== 'all');
    if (known.length < found.length)
        return 'all';
    const ranges = merged([...known, ...byForm(text)].map((range) => trimmed(text, range)));
    return ranges.length > MAX_RANGES ? 'all' : ranges;
}
function trimmed(text, { start, end }) {
    const part = text.slice(start, end);
    return { start: end - part.trimStart().length, end: start + part.trimEnd().length };
}
function merged(ranges) {
    const result = [];
    for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
        const last = result.at(-1);
        if (last !== undefined && start < last.end)
            last.end = Math.max(last.end, end);
        else if (end > start)
            result.push({ start, end });
    }
    return result;
}
/**
 * The lines of a text that must not be shown, those of one secret as one range. `all` if a secret is in there, but not
 * where it ends.
 */
function secretLines(text) {
    const ranges = rangesIn(text);
    return ranges === 'all' ? 'all' : wholeLines(text ?? '', ranges);
}
/** The secrets in the text; the whole text if they cannot be told apart. */
function secretTexts(text) {
    const ranges = rangesIn(text);
    return ranges === 'all' ? [text ?? ''] : slices(text ?? '', ranges);
}
function slices(text, ranges) {
    return ranges.map(({ start, end }) => text.slice(start, end));
}
/** Shorter texts occur by chance. */
const SHORTEST = 6;
/** Each is searched for. With more, a text is a list of secrets. */
const MAX_SECRETS = 500;
/**
 * The lines of both versions with a secret of either in them. `undefined`: nothing is known to be secret; `all`: a secret
 * is in there, but not where it ends.
 *
 * @param known secrets of other versions of the text: they may have moved
 */
function secretsOf(before, after, known) {
    const [old, now] = [rangesIn(before), rangesIn(after)];
    if (old === 'all' || now === 'all')
        return 'all';
    const found = [...slices(before ?? '', old), ...slices(after ?? '', now), ...known];
    const texts = [...new Set([...found, ...found.flatMap(betweenTags)])];
    if (texts.length === 0)
        return undefined;
    const moved = texts.filter((one) => one.length >= SHORTEST && (before?.includes(one) || after?.includes(one)));
    const linesOf = (text, ranges) => moved.length > MAX_SECRETS
        ? [{ start: 0, end: text.length }]
        : wholeLines(text, merged([...ranges, ...moved.flatMap((secret) => placesOf(secret, text))]));
    return { before: linesOf(before ?? '', old), after: linesOf(after ?? '', now), texts };
}
/** Below an element, each text may have moved alone. */
function betweenTags(secret) {
    if (!secret.includes('</'))
        return [];
    const texts = secret.split(/<[^<>]*>/).map((text) => text.trim());
    return texts.filter(({ length }) => length >= SHORTEST);
}
function placesOf(secret, text) {
    const places = [];
    for (let start = text.indexOf(secret); start !== -1; start = text.indexOf(secret, start + secret.length))
        places.push({ start, end: start + secret.length });
    return places;
}
/** @param ranges in the order of the text */
function wholeLines(text, ranges) {
    const lines = [];
    for (const { start, end } of ranges) {
        const last = lines.at(-1);
        if (last !== undefined && end <= last.end)
            continue;
        const close = text.indexOf('\n', end);
        const line = { start: text.lastIndexOf('\n', start) + 1, end: close === -1 ? text.length : close };
        if (last !== undefined && line.start < last.end)
            last.end = line.end;
        else
            lines.push(line);
    }
    return lines;
}


/***/ }),

/***/ 6060:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D9: () => (/* binding */ javaTrim),
/* harmony export */   FQ: () => (/* binding */ valueProblem),
/* harmony export */   VS: () => (/* binding */ storedText),
/* harmony export */   Yp: () => (/* binding */ typeProblem)
/* harmony export */ });
/* harmony import */ var _lib_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8173);

const ANY_TEXT = { expected: 'a text', fits: () => true };
const DECIMAL = {
    expected: 'a number such as 1, 1.5, 1e5 or NaN',
    fits: (text) => JAVA_DECIMAL.test(javaTrim(text)),
    stored: (text) => (text.startsWith('.') ? `0${text}` : text),
};
/** Whether the file exists is checked by the rules of the plan. */
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
        isStrict: _lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isPlainObject */ .Qd,
        is: (node) => node instanceof Map,
    }),
    List: jsonOf({ expected: 'a JSON array', blank: '[]', isStrict: Array.isArray, is: Array.isArray }),
    FileRef: FILE_PATH,
    FileEmbed: FILE_PATH,
};
/** What the server expects instead; `undefined` if it accepts the text. Never quotes the text. */
function valueProblem(vdt, text) {
    if (text === null)
        return undefined;
    return text.includes('\0') ? 'a text without NUL characters' : typeProblem(vdt, text);
}
/** Like {@link valueProblem}, for the type alone: the server checks NUL only when it stores. */
function typeProblem(vdt, text) {
    const rule = RULES[vdt];
    return rule.fits(text) ? undefined : rule.expected;
}
/** What the server stores for an accepted text. */
function storedText(vdt, text) {
    return text === null ? null : (RULES[vdt].stored?.(text) ?? text);
}
/** Java's `trim`: exactly the characters up to U+0020 are blank. */
function javaTrim(text) {
    let start = 0;
    let end = text.length;
    while (start < end && text.charCodeAt(start) <= 0x20)
        start++;
    while (end > start && text.charCodeAt(end - 1) <= 0x20)
        end--;
    return text.slice(start, end);
}
/** Texts that Java's `Double.parseDouble` accepts. */
const JAVA_DECIMAL = new RegExp([
    '^[+-]?(?:NaN|Infinity',
    '|(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?',
    '|0[xX](?:[0-9a-fA-F]+(?:\\.[0-9a-fA-F]*)?|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+[fFdD]?)$',
].join(''));
function wholeNumber(bits) {
    const limit = 1n << BigInt(bits - 1);
    return {
        expected: `a whole number from -${limit} to ${limit - 1n}`,
        fits: (text) => {
            const digits = asciiDigits(text);
            // Out of range; avoids a BigInt of a million digits.
            if (digits === undefined || digits.length > 19)
                return false;
            return BigInt(digits) <= (text.startsWith('-') ? limit : limit - 1n);
        },
    };
}
/** The digits without sign and leading zeros; like Java, accepts digits of other scripts. */
function asciiDigits(text) {
    const unsigned = text.replace(/^[+-]/, '');
    if (!/^\p{Nd}+$/u.test(unsigned) || /[\ud800-\udfff]/.test(unsigned))
        return undefined;
    const ascii = unsigned.replace(/[^0-9]/g, (character) => String(digitValue(character.charCodeAt(0))));
    return ascii.replace(/^0+(?=.)/, '');
}
/** Digits of a script are consecutive in runs of ten: the value is the number of digits before this one. */
function digitValue(code) {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCharCode(code - value - 1)))
        value++;
    return value % 10;
}
/**
 * The parsed value, or `undefined`; a fast path for the lenient parser, which takes ten times as long. Longer texts
 * may be nested deeper than the lenient parser allows.
 */
function strictJson(text) {
    if (text.length > _lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_DEPTH */ .lr)
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
    const result = (0,_lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseLenientJson */ .Ri)(text);
    return !('failure' in result) || result.failure !== 'truncated';
}
function jsonOf(options) {
    return {
        expected: options.expected,
        fits: (text) => {
            if (options.isStrict(strictJson(text)) || javaTrim(text) === '')
                return true;
            const result = (0,_lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseLenientJson */ .Ri)(text);
            return 'value' in result && options.is(result.value);
        },
        stored: (text) => (javaTrim(text) === '' ? options.blank : text),
    };
}


/***/ })

};
