export const id = 449;
export const ids = [449];
export const modules = {

/***/ 2001:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EY: () => (/* binding */ lastApplied),
/* harmony export */   TN: () => (/* binding */ isRecorded),
/* harmony export */   Vl: () => (/* binding */ toPull),
/* harmony export */   Xv: () => (/* binding */ appliedIn),
/* harmony export */   mF: () => (/* binding */ readBaseline)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _documents_load_project_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7937);
/* harmony import */ var _documents_project_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2161);
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(9932);
/* harmony import */ var _model_merge_states_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(1568);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(6616);
/* harmony import */ var _record_git_history_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4520);
/* harmony import */ var _record_git_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5689);
/* harmony import */ var _record_record_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2472);
/* harmony import */ var _record_ref_names_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6269);
/* harmony import */ var _record_errors_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1603);
/* harmony import */ var _record_place_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8681);
/* harmony import */ var _revision_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2643);
// Reads what earlier applies of a target declared: from its record, or as `--baseline` names it.













/** What counts as last applied; absent: nothing is known to be managed. */
function lastApplied({ chosen, done }) {
    return chosen ?? done;
}
/** Everything that was or may have been applied; absent: nothing is known. */
function everAppliedIn({ done, begun, chosen }) {
    const [first, ...others] = [...(done ? [done] : []), ...begun, ...(chosen ? [chosen] : [])];
    return first && (0,_model_merge_states_js__WEBPACK_IMPORTED_MODULE_10__/* .mergeStates */ .t)(first, ...others);
}
/** What has to be read where the repository is pulled. */
function toPull(baseline, desired, presumed = 'baseline') {
    const applied = everAppliedIn(baseline);
    return { desired, presumed, ...(applied && { baseline: applied }) };
}
/** As far as they are known, for the input of a plan. */
function appliedIn(baseline) {
    const { begun } = baseline;
    const last = lastApplied(baseline);
    return { ...(last && { baseline: last }), ...(begun.length > 0 && { begun }) };
}
const NONE = { begun: [], versions: [], parts: [], warnings: [] };
const NO_GIT = 'this folder is not in a Git repository, so there is no record of earlier applies';
const NOT_KEPT = '`record: false` in the project file turns the record of applies off';
const NO_RECORD = 'this project has no record of an earlier apply';
const UNREADABLE = 'the record of applies cannot be read';
/** With `--baseline`, the named commit counts instead of the last apply. */
async function readBaseline(project, { target, options, reading }) {
    const recorded = await readRecorded(project, { target, options, reading });
    if (options.baseline === undefined)
        return recorded;
    const { warnings, versions, ...chosen } = await revisionBaseline(project, options.baseline);
    const { done: _, ...others } = recorded;
    return {
        ...(chosen.chosen === undefined ? others : recorded),
        ...chosen,
        warnings: [...recorded.warnings, ...warnings],
        versions: [...recorded.versions, ...versions],
    };
}
async function readRecorded(project, { target, options, reading }) {
    const { git } = project;
    if (git === undefined)
        return { ...NONE, reason: NO_GIT };
    if (!isRecorded(project, options))
        return { ...NONE, reason: NOT_KEPT };
    const place = (0,_record_place_js__WEBPACK_IMPORTED_MODULE_8__/* .placeFor */ .vM)(git, target, (0,_record_place_js__WEBPACK_IMPORTED_MODULE_8__/* .pathInGit */ .dR)(git, project.projectFile));
    const unknown = { ...NONE, place, reason: UNREADABLE, isUnknown: true };
    try {
        const record = (await reading) ?? (await (0,_record_record_js__WEBPACK_IMPORTED_MODULE_5__/* .readRecord */ .aE)(place));
        const { unreachable, problem } = record;
        if (unreachable !== undefined)
            return { ...unknown, record, warnings: [notReached(unreachable)] };
        if (problem !== undefined)
            return { ...unknown, record, problem };
        if (record.head === undefined)
            return { ...NONE, place, record, reason: NO_RECORD, ...orphanOf(project, record) };
        return { ...statesOf(project, record), place, record };
    }
    catch (error) {
        return { ...unknown, warnings: [(0,_record_git_js__WEBPACK_IMPORTED_MODULE_4__/* .gitErrorOf */ .sq)(error).message] };
    }
}
/** Whether applies are recorded. */
function isRecorded({ project }, { record = project.record }) {
    return record;
}
function notReached(reason) {
    return `origin could not be reached (${reason}), so the record of applies is not known.${(0,_record_errors_js__WEBPACK_IMPORTED_MODULE_7__/* .neededToReach */ .aq)(reason)}`;
}
/** The project file may have been renamed. */
function orphanOf({ index }, { refs }) {
    const paths = new Set(index.map(({ path }) => path));
    const orphan = [...refs.keys()]
        .map(_record_ref_names_js__WEBPACK_IMPORTED_MODULE_6__/* .projectFileOf */ .zt)
        .find((path) => path !== undefined && !paths.has(path));
    return orphan === undefined ? {} : { orphan };
}
function statesOf(project, { done, begun }) {
    const applies = [...begun, ...(done ? [done] : [])];
    const read = applies.map((apply) => ({ apply, loaded: loadApply(project, apply) }));
    const versions = read.map(({ loaded }) => loaded);
    const mistake = read.flatMap(({ loaded }) => (0,_revision_js__WEBPACK_IMPORTED_MODULE_9__/* .firstMistake */ .$8)(loaded) ?? [])[0];
    if (mistake !== undefined) {
        const problem = `The files in the record of applies are invalid (${mistake}).`;
        return { ...NONE, versions, reason: UNREADABLE, problem, isUnknown: true };
    }
    const parts = read.map(({ apply, loaded: { state } }) => ({ apply, state }));
    const of = (wanted) => parts.flatMap(({ apply, state }) => (apply.state === wanted ? [state] : []));
    const [last] = of('done');
    const unfinished = of('begun');
    return { ...NONE, ...(last && { done: last }), begun: unfinished, reason: last ? '' : NO_RECORD, versions, parts };
}
/** The documents of an apply; values from the environment are unknown. */
function loadApply(project, { files, projectFile, formerFile = projectFile }) {
    // Reading the same files again would take as long as the first time.
    if (formerFile === projectFile && sameFiles(files, project.files))
        return { ...project, state: withoutEnvValues(project.state) };
    const shown = { ...(0,_documents_project_files_js__WEBPACK_IMPORTED_MODULE_2__/* .filesInMemory */ ._o)(files), display: project.display };
    return (0,_documents_load_project_js__WEBPACK_IMPORTED_MODULE_1__/* .loadProject */ .gi)(shown, { env: 'unknown', projectFile: (0,node_path__WEBPACK_IMPORTED_MODULE_0__.basename)(formerFile), choice: project.choice });
}
function sameFiles(a, b) {
    if (a.size !== b.size)
        return false;
    return [...a].every(([path, bytes]) => {
        const other = b.get(path);
        return other !== undefined && Buffer.compare(bytes, other) === 0;
    });
}
/** As it is read from a record. Everything else is shared, which speeds up comparison. */
function withoutEnvValues(state) {
    return (0,_model_state_js__WEBPACK_IMPORTED_MODULE_11__/* .withRows */ .Qx)(state, (row, { item }) => {
        const { variable, ...known } = row;
        return variable === undefined ? row : { ...known, text: item.kind === 'key' ? null : '', unknown: true };
    });
}
/** `--baseline <revision>`. Throws {@link CommandError} if there is no such commit; unreadable documents are a warning. */
async function revisionBaseline(project, revision) {
    const { git } = project;
    const commit = git && (await (0,_record_git_history_js__WEBPACK_IMPORTED_MODULE_3__/* .findCommit */ .fq)(git, revision));
    if (git === undefined || commit === undefined)
        throw (0,_revision_js__WEBPACK_IMPORTED_MODULE_9__/* .unknownRevision */ .EX)(git, `baseline \`${revision}\``);
    const reason = `the documents of ${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_12__/* .shortCommit */ .Ax)(commit)} cannot be read`;
    try {
        const loaded = await (0,_revision_js__WEBPACK_IMPORTED_MODULE_9__/* .loadCommit */ .qi)(git, { commit, project, env: 'unknown' });
        const versions = [loaded];
        const mistake = (0,_revision_js__WEBPACK_IMPORTED_MODULE_9__/* .firstMistake */ .$8)(loaded);
        if (mistake !== undefined)
            return { reason, warnings: [`Cannot use the baseline: ${reason} (${mistake})`], versions };
        const note = `The baseline is commit ${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_12__/* .shortCommit */ .Ax)(commit)}, not the record of the last apply.`;
        return { chosen: loaded.state, reason: '', note, warnings: [], versions };
    }
    catch (error) {
        return { reason, warnings: [`Cannot use the baseline: ${(0,_record_git_js__WEBPACK_IMPORTED_MODULE_4__/* .gitErrorOf */ .sq)(error).message}.`], versions: [] };
    }
}


/***/ }),

/***/ 2056:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ liveOf),
/* harmony export */   _: () => (/* binding */ pullsFor)
/* harmony export */ });
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6616);
/* harmony import */ var _remote_read_live_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7139);


/**
 * Uses the most complete read that the server offers:
 *
 * | read | requests | shows |
 * | --- | --- | --- |
 * | export | `export` | everything |
 * | pulls | a `pull` for each declared context, `keyData` for each touched key | the declared contexts |
 * | record (plan/stand-in.ts) | none | what this project last applied |
 *
 * Touched items are read again before and after a push with fewer requests: remote/touched-read.ts.
 */
async function liveOf(exported, { pulls, recorded }) {
    if (!('missing' in exported))
        return { state: exported, source: 'export', missing: [] };
    const missing = [exported.missing];
    const pulled = (await pulls?.()) ?? { refusal: 'no token is given' };
    if (!('refusal' in pulled))
        return { ...pulled, source: 'pulls', missing };
    missing.push({ read: 'pull', reason: pulled.refusal });
    if (recorded !== undefined)
        return { ...recorded(), missing };
    return { state: (0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .emptyState */ .p$)(), source: 'none', missing };
}
/** How contexts are read with the token. */
function pullsFor({ reader, options, runtime, target, project }, { levels, elements, files }) {
    return {
        reader,
        repository: target.repository,
        asked: (0,_remote_read_live_js__WEBPACK_IMPORTED_MODULE_0__/* .askedContexts */ .rW)({ now: runtime.now().getTime(), elements }),
        depth: levels.length,
        elements,
        listed: files,
        prune: options.prune ?? project.project.prune,
    };
}


/***/ }),

/***/ 1603:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HB: () => (/* binding */ unreachable),
/* harmony export */   aq: () => (/* binding */ neededToReach),
/* harmony export */   ok: () => (/* binding */ notRecorded)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
// Why an apply cannot be recorded, and what a job or a person needs for it.

const PERSIST = '`persist-credentials` of actions/checkout (or `github-token` of this action)';
function notRecorded({ outcome, reason }) {
    if (outcome === 'unreachable')
        return unreachable(reason);
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'not-recorded',
        message: `This apply cannot be recorded, so nothing was sent: origin rejected its record (${reason}).`,
        hint: /matches more than one/.test(reason)
            ? 'Remove the branch or tag at origin that is named like the record.'
            : `In a workflow, the job needs \`permissions: contents: write\`${isAnonymous(reason) ? `, and ${PERSIST}` : ''}. Elsewhere, check that you may push to \`refs/confighub-sync/*\`. To apply without a record, without a lock and without pruning, set \`record: false\` in the project file.`,
    });
}
function unreachable(reason) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'not-recorded',
        message: `This apply cannot be recorded, so nothing was sent: origin cannot be reached (${reason}).`,
        hint: `${neededToReach(reason).trim()} To apply without a record, without a lock and without pruning, set \`record: false\` in the project file.`,
    });
}
/** Advice to append to a warning. */
function neededToReach(reason) {
    return isAnonymous(reason)
        ? ` In a workflow, set ${PERSIST}. Elsewhere, set up a credential helper for Git.`
        : ' Check its address (`git remote get-url origin`), the network, and your access.';
}
function isAnonymous(reason) {
    return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(reason);
}


/***/ }),

/***/ 8681:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ZJ: () => (/* binding */ recordPlace),
/* harmony export */   dR: () => (/* binding */ pathInGit),
/* harmony export */   vM: () => (/* binding */ placeFor)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(452);
/* harmony import */ var _model_targets_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3155);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1097);
/* harmony import */ var _record_git_repository_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1954);
/* harmony import */ var _record_ref_names_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6269);
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2405);
// Locates the record of applies, for commands that need no documents.







/** The path within the Git repository of a file in the project folder. */
function pathInGit({ folder }, file) {
    return folder === '' ? file : `${folder}/${file}`;
}
/** @param projectFile its path within the Git repository */
function placeFor(git, { url, repository }, projectFile) {
    const target = { url, repository: (0,_model_targets_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryText */ .g_)(repository) };
    return { repository: git, ref: (0,_record_ref_names_js__WEBPACK_IMPORTED_MODULE_4__/* .recordRef */ .Ji)(target, projectFile), folder: (0,_record_ref_names_js__WEBPACK_IMPORTED_MODULE_4__/* .recordsOf */ .M$)(target), projectFile };
}
/** The project file may no longer exist, only its record. Throws {@link CommandError} outside Git. */
async function recordPlace(options, runtime) {
    const { cwd, env, forge } = runtime;
    const target = (0,_options_js__WEBPACK_IMPORTED_MODULE_2__/* .targetOf */ .$r)(options, (0,_project_js__WEBPACK_IMPORTED_MODULE_5__/* .readProjectFile */ .SI)(options, runtime));
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(cwd, options.config);
    const folder = (0,_record_git_repository_js__WEBPACK_IMPORTED_MODULE_3__/* .nearestFolder */ .x_)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.dirname)(path));
    const git = await (0,_record_git_repository_js__WEBPACK_IMPORTED_MODULE_3__/* .openRepository */ .h_)(folder, { env, forge }).catch(_project_js__WEBPACK_IMPORTED_MODULE_5__/* .gitProblem */ .w0);
    if (git !== undefined) {
        const projectFile = pathInGit(git, (0,node_path__WEBPACK_IMPORTED_MODULE_0__.relative)(folder, path).split(node_path__WEBPACK_IMPORTED_MODULE_0__.sep).join('/'));
        return { place: placeFor(git, target, projectFile), target };
    }
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({
        code: 'no-git',
        message: 'Not a Git repository. Applies are recorded in Git.',
        hint: 'Run the command in a clone of the project.',
    });
}


/***/ }),

/***/ 2643:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $8: () => (/* binding */ firstMistake),
/* harmony export */   EX: () => (/* binding */ unknownRevision),
/* harmony export */   Xs: () => (/* binding */ loadEntries),
/* harmony export */   qi: () => (/* binding */ loadCommit),
/* harmony export */   wZ: () => (/* binding */ readBase)
/* harmony export */ });
/* harmony import */ var _record_git_history_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4520);
/* harmony import */ var _record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(634);
/* harmony import */ var _record_git_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5689);
/* harmony import */ var _documents_load_project_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7937);
/* harmony import */ var _documents_project_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2161);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(452);
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(9932);
/* harmony import */ var _git_files_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5986);
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2405);
// Loads the project from a commit, reading only the files that it uses; among them the base that a branch goes to.









/** @param what the option and the revision given for it */
function unknownRevision(git, what) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CommandError */ .Qd({
        code: 'unknown-revision',
        message: `Unknown ${what}: ${git === undefined ? 'this folder is not in a Git repository' : 'this clone has no such commit'}.`,
        hint: git === undefined
            ? 'Run the command in a clone of the project.'
            : 'Use a commit, branch or tag that exists in this clone, or a full commit id, which is fetched. In a workflow, set `fetch-depth: 0` for actions/checkout.',
    });
}
async function loadCommit(git, { commit, project, ...given }) {
    const { projectFile, choice } = project;
    const entries = await (0,_record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_1__/* .listFolder */ .bt)(git, { commit, folder: git.folder });
    const options = { ...given, projectFile, choice, display: project.display };
    return loadEntries(git, { ...options, commit, entries, first: project.files.keys() });
}
/** Reads `first`, then in each round the files that the previous round referred to. Throws GitError. */
async function loadEntries(git, { entries: listed, commit, first, display, ...options }) {
    const listing = (0,_documents_project_files_js__WEBPACK_IMPORTED_MODULE_4__/* .filesInMemory */ ._o)(new Map(listed.map(({ path }) => [path, new Uint8Array()])));
    const { files, readMore } = (0,_git_files_js__WEBPACK_IMPORTED_MODULE_6__/* .lazyFiles */ .s)({ git, entries: listed, commit }, { ...listing, display });
    await readMore(first);
    for (;;) {
        const loaded = (0,_documents_load_project_js__WEBPACK_IMPORTED_MODULE_3__/* .loadProject */ .gi)(files, options);
        if (!(await readMore()))
            return loaded;
    }
}
/** The first error, with its place. */
function firstMistake({ diagnostics }) {
    const mistake = diagnostics.find(({ severity }) => severity === 'error');
    return mistake && `${mistake.place ?? mistake.file}: ${mistake.message}`;
}
/** A base without a project is not an error. */
function isHarmless({ severity, code }) {
    return severity === 'warning' || code === 'no-project-file' || code === 'no-documents' || code === 'no-target';
}
async function readBase(project, { revision, env, onSecret }) {
    const { git } = project;
    const commit = git && (await (0,_record_git_history_js__WEBPACK_IMPORTED_MODULE_0__/* .findCommit */ .fq)(git, revision));
    if (git === undefined || commit === undefined)
        return { unknown: unknownRevision(git, `base \`${revision}\``) };
    try {
        const loaded = await loadCommit(git, { commit, project, env, missingEnv: 'warning' });
        (0,_project_js__WEBPACK_IMPORTED_MODULE_7__/* .reportSecrets */ .o3)(loaded, onSecret);
        const mistake = firstMistake(loaded);
        const isEmpty = mistake !== undefined && loaded.diagnostics.every(isHarmless);
        if (mistake === undefined || isEmpty)
            return { base: { ...loaded, commit, isEmpty } };
        return { unreadable: `the documents of ${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_8__/* .shortCommit */ .Ax)(commit)} cannot be read (${mistake})`, loaded, commit };
    }
    catch (error) {
        return { unreadable: (0,_record_git_js__WEBPACK_IMPORTED_MODULE_2__/* .gitErrorOf */ .sq)(error).message };
    }
}


/***/ }),

/***/ 3662:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  JF: () => (/* binding */ masksOf),
  Fj: () => (/* binding */ secretsOf),
  YL: () => (/* binding */ secretsOfOthers)
});

// EXTERNAL MODULE: ./lib/record/git-history.js
var git_history = __webpack_require__(4520);
// EXTERNAL MODULE: ./lib/record/git-snapshot.js
var git_snapshot = __webpack_require__(634);
// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/apply/revision.js
var apply_revision = __webpack_require__(2643);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/record/git-repository.js
var git_repository = __webpack_require__(1954);
// EXTERNAL MODULE: ./lib/record/record.js
var record_record = __webpack_require__(2472);
// EXTERNAL MODULE: ./lib/record/ref-names.js
var ref_names = __webpack_require__(6269);
// EXTERNAL MODULE: ./lib/documents/load-project.js + 5 modules
var load_project = __webpack_require__(7937);
// EXTERNAL MODULE: ./lib/documents/project-files.js
var project_files = __webpack_require__(2161);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/targets.js
var model_targets = __webpack_require__(3155);
// EXTERNAL MODULE: ./lib/apply/record-place.js
var record_place = __webpack_require__(8681);
;// CONCATENATED MODULE: ./lib/apply/other-projects.js
// Finds the other projects of the Git repository that may apply to the same repository of the server: their files and records.










async function otherProjects(own) {
    const inFiles = await projectsIn(own, { entries: own.index.filter(isFile), from: 'the index' });
    return { inFiles, recorded: await recordedProjects(own) };
}
/** Found by the names of their project files, or by their records. Throws GitError. */
async function projectsIn(own, { entries, from }) {
    const { git, path: ownPath, at } = own;
    const refs = own.record?.refs ?? new Map();
    const recorded = new Set([...refs.keys()].map(ref_names/* projectFileOf */.zt));
    const named = entries.filter(({ path }) => NAMED_LIKE_PROJECT.test(path) || recorded.has(path));
    const others = [];
    for (const { path, id } of new Map(named.map((entry) => [entry.path, entry])).values()) {
        if (path === ownPath)
            continue;
        const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
        const name = (0,external_node_path_.basename)(path);
        const alone = (0,load_project/* readProjectFileAlone */.pL)((0,project_files/* filesInMemory */._o)(new Map([[name, content]])), name, { at });
        const isRecorded = at !== undefined && refs.has((0,record_place/* placeFor */.vM)(git, at, path).ref);
        if ((!isRecorded && !isProject(alone, name)) || !mayShare(alone.project, at))
            continue;
        const loaded = await loadAt(path, { git, at, entries, from });
        const mistake = (0,apply_revision/* firstMistake */.$8)({ diagnostics: loaded.diagnostics.filter(({ code }) => code !== 'no-documents') });
        const { url, repository } = alone.project;
        const isCertain = isRecorded || (url !== undefined && repository !== undefined);
        const { state, project } = loaded;
        others.push({ name: path, state, project, isCertain, ...(mistake !== undefined && { mistake }) });
    }
    return others.sort((a, b) => (0,lib_text/* compareText */.n6)(a.name, b.name));
}
/** Neither a link nor a submodule. */
function isFile({ mode }) {
    return mode.startsWith('100');
}
const NAMED_LIKE_PROJECT = /confighub[^/]*\.y[^/]*ml$/i;
/** A file of another program may have such a name. */
function isProject({ project, diagnostics }, name) {
    const { version, levels, repository, targets } = project.places;
    if (diagnostics.some(({ code }) => code === 'unknown-field'))
        return false;
    const isParsed = version !== undefined || levels !== undefined || repository !== undefined || targets !== undefined;
    return isParsed || (diagnostics.length > 0 && name.startsWith('confighub'));
}
/** Whether the target may be the same: what a project file leaves out comes from the environment. */
function mayShare({ targets, target: chosen, ...project }, at) {
    if (targets !== undefined)
        return chosen !== undefined;
    return at === undefined || (0,model_targets/* isAt */.ii)(project, at);
}
/** Loads a project by the path of its project file. Places are relative to the top folder. */
async function loadAt(path, { git, at, entries, from }) {
    const folder = (0,external_node_path_.dirname)(path);
    const prefix = folder === '.' ? '' : `${folder}/`;
    const projectFile = (0,external_node_path_.basename)(path);
    return (0,apply_revision/* loadEntries */.Xs)(git, {
        entries: (0,git_repository/* inFolder */._z)(entries, prefix.slice(0, -1)),
        display: (inFolder) => `${prefix}${inFolder}`,
        projectFile,
        choice: { at },
        env: 'unknown',
        commit: from,
        first: [projectFile],
    });
}
/** What the records of other projects for the same target declare, confirmed or not: what is done, and what has begun. */
async function recordedProjects({ git, at, path, record }) {
    if (record === undefined || at === undefined)
        return [];
    const own = (0,record_place/* placeFor */.vM)(git, at, path).ref;
    const found = [];
    for (const [ref, commit] of record.refs) {
        if (ref === own)
            continue;
        try {
            for (const apply of await (0,record_record/* readApplies */.P8)(git, commit))
                found.push({ name: apply.projectFile, ref, apply, ...read(apply, at) });
        }
        catch (error) {
            if (!(error instanceof Error))
                throw error;
            found.push({ name: (0,ref_names/* projectFileOf */.zt)(ref) ?? ref, ref, problem: 'cannot be read' });
        }
    }
    return found;
}
function read({ files, projectFile, formerFile = projectFile }, at) {
    const loaded = (0,load_project/* loadProject */.gi)((0,project_files/* filesInMemory */._o)(files), {
        env: 'unknown',
        projectFile: (0,external_node_path_.basename)(formerFile),
        choice: { at },
    });
    const mistake = (0,apply_revision/* firstMistake */.$8)(loaded);
    return { loaded, ...(mistake !== undefined && { problem: `has mistakes (${mistake})` }) };
}

// EXTERNAL MODULE: ./lib/apply/trust.js
var trust = __webpack_require__(2002);
;// CONCATENATED MODULE: ./lib/apply/secret-sources.js
// What is masked: everything that any known version of this project or another one for the same repository calls secret.








/**
 * Considers the files, the base or else the trusted branch, and the record, of this project and of all
 * others. Without a record also the commits before; and if one of all these is not available, all live texts are masked.
 */
async function masksOf(known) {
    const { project, baseline, base } = known;
    const answers = [...(base === undefined ? [] : [base]), ...(await otherCommits(known))];
    const others = await secretsOfOthers(project, { record: baseline.record, commits: answers.flatMap(commitIn) });
    const versions = [project, ...baseline.versions, ...answers.flatMap(versionIn), ...others.versions];
    const isUnknown = baseline.done === undefined && answers.some((answer) => versionIn(answer).length === 0);
    const problem = isUnknown ? NO_VERSION : others.problem;
    return {
        secrets: { ...secretsOf(versions), ...(problem !== undefined && { masksLive: true }) },
        otherProjects: others.found,
        ...(problem !== undefined && { problem, note: `All live values are masked: ${problem}.` }),
    };
}
const NO_VERSION = 'there is no record of earlier applies, and a commit that may mark values as secret is not available';
/** Globs and states that say what is secret. */
function secretsOf(versions) {
    const redact = versions.flatMap(({ project }) => project.redact);
    return { isSecretName: (0,secrets/* secretNames */.XG)([...new Set(redact)]), secretIn: versions.map(({ state }) => state) };
}
/** What other projects treat as secret, in the index, in these commits, and in records, confirmed or not. */
async function secretsOfOthers({ git, index, projectFile, choice }, { record, commits }) {
    if (git === undefined)
        return { versions: [], problem: undefined, found: { inFiles: [], recorded: [] } };
    const own = { git, index, path: (0,record_place/* pathInGit */.dR)(git, projectFile), at: choice.at, record };
    const found = await otherProjects(own);
    const inFiles = [...found.inFiles];
    for (const commit of new Set(commits)) {
        const entries = await (0,git_snapshot/* listFolder */.bt)(git, { commit, folder: '' });
        inFiles.push(...(await projectsIn(own, { entries, from: (0,apply_entry/* shortCommit */.Ax)(commit) })));
    }
    const { recorded } = found;
    const mistakes = inFiles.flatMap(({ name, mistake }) => mistake === undefined ? [] : [`the files of ${name} have mistakes (${mistake})`]);
    const problems = recorded.flatMap(({ name, problem }) => problem === undefined ? [] : [`the record of ${name} ${problem}`]);
    const versions = [...inFiles, ...recorded.flatMap(({ loaded = [] }) => loaded)];
    const [first] = [...mistakes, ...problems];
    const problem = first && `another project may mark values as secret, and ${first}`;
    return { versions, problem, found };
}
/** A version with errors was never applied: what can be read of it is enough. */
function versionIn(answer) {
    if ('base' in answer)
        return [answer.base];
    return 'loaded' in answer ? [answer.loaded] : [];
}
function commitIn(answer) {
    if ('base' in answer)
        return [answer.base.commit];
    return 'commit' in answer ? [answer.commit] : [];
}
/** Sequentially: two simultaneous fetches conflict in a shallow clone. */
async function otherCommits(known) {
    const { project, options, runtime, baseline, base, isCommitted } = known;
    const { git } = project;
    if (git === undefined)
        return [];
    const head = await git.head();
    const commits = new Set(baseline.done !== undefined ? [] : await commitsBefore(git, options.previous));
    const { untrusted } = options;
    if (base === undefined && untrusted !== undefined) {
        // A commit that is not available stays in the list, and counts as missing.
        const trusted = (await (0,trust/* firstOf */.Ku)((0,trust/* trustedCommits */.ME)(git, untrusted))) ?? untrusted.commit ?? untrusted.branch;
        if (trusted !== undefined && trusted !== head?.commit)
            commits.add(trusted);
    }
    const answers = [];
    for (const revision of commits) {
        const isRead = isCommitted && revision === head?.commit;
        const own = { base: { ...project, commit: revision, isEmpty: false } };
        answers.push(isRead ? own : await (0,apply_revision/* readBase */.wZ)(project, { ...runtime, revision }));
    }
    return answers;
}
/** HEAD, which the work tree may differ from, and the known commits before it. */
async function commitsBefore(git, previous) {
    const head = await git.head();
    if (head === undefined)
        return [];
    const standard = await git.objects.read('refs/remotes/origin/HEAD^{commit}');
    return [
        head.commit,
        ...(await (0,git_history/* parentsOf */.fY)(git, head.commit)),
        ...(previous === undefined ? [] : [previous]),
        ...(standard === undefined ? [] : [standard.id]),
    ];
}


/***/ }),

/***/ 4758:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dM: () => (/* binding */ distinct),
/* harmony export */   dp: () => (/* binding */ chosenTargets),
/* harmony export */   gu: () => (/* binding */ settled),
/* harmony export */   "in": () => (/* binding */ oneTarget),
/* harmony export */   j$: () => (/* binding */ eachTarget)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(452);
/* harmony import */ var _lib_parallel_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(404);
/* harmony import */ var _lib_glob_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7005);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5924);
/* harmony import */ var _model_force_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4774);
/* harmony import */ var _model_targets_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(3155);
/* harmony import */ var _model_transport_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(7912);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1097);
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2405);
// The targets that a command is for: each gets options of its own, and a few run at a time, with the results in order.










/**
 * The options of each chosen target, in the order of the project file; of a file without `targets`, those of the only
 * one, which has no name. Throws {@link CommandError} if a name or glob matches none.
 */
function chosenTargets(options, runtime) {
    const project = (0,_project_js__WEBPACK_IMPORTED_MODULE_5__/* .readProjectFile */ .SI)(options, runtime);
    const { targets } = project;
    if (targets === undefined) {
        const named = [...options.targets, ...namedIn(options.forces)];
        if (named.length > 0)
            throw withoutTargets(options, named);
        return [options];
    }
    if (options.repository !== undefined)
        throw repositoryGiven();
    // Mistakes in `targets` are reported together with all others, whichever target is read.
    if (targets.length === 0)
        return [{ ...options, target: '' }];
    refuseSameTarget(targets, { options, project });
    const names = new Set(options.targets.flatMap((pattern) => namesOf(pattern, targets)));
    const chosen = options.targets.length === 0 ? targets : targets.filter(({ name }) => names.has(name));
    refuseForce(chosen, options.forces);
    return chosen.map((target) => optionsFor(target, options, runtime.env));
}
function namedIn(forces) {
    return [...(forces?.keys() ?? [])].filter((name) => name !== '');
}
/** An approval for no target, or for one of several that it does not name, would have no effect. */
function refuseForce(chosen, forces) {
    const wrong = namedIn(forces).filter((name) => chosen.every((target) => target.name !== name));
    if (wrong.length > 0)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({
            code: 'bad-option',
            message: `\`force\` names ${quoted(wrong)}, and the chosen targets are ${quoted(chosen.map(({ name }) => name))}.`,
            hint: 'Correct the name before the digest, or choose that target with --target.',
        });
    const unnamed = forces?.get('');
    if (unnamed !== undefined && chosen.length > 1)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({
            code: 'bad-option',
            message: '`force` does not say which target it is for.',
            hint: `Write the name of the target before the digest, as in \`${chosen[0]?.name}: ${(0,_model_force_js__WEBPACK_IMPORTED_MODULE_6__/* .forceText */ .JX)(unnamed)}\`. The targets are ${quoted(chosen.map(({ name }) => name))}.`,
        });
}
/** For a command that is for one target: throws {@link CommandError} if several are chosen. */
function oneTarget(options, runtime) {
    const chosen = chosenTargets(options, runtime);
    const [first, second] = chosen;
    if (first !== undefined && second === undefined)
        return first;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({
        code: 'several-targets',
        message: `This command works on one target, but several are chosen: ${quoted(chosen.flatMap(({ target }) => target ?? []))}.`,
        hint: 'Choose one with --target (input `target`).',
    });
}
function optionsFor({ name, hasOwnServer }, { token: shared, force: only, ...common }, env) {
    const force = common.forces?.get(name) ?? only;
    const options = { ...common, ...(force && { force }) };
    const variable = (0,_model_targets_js__WEBPACK_IMPORTED_MODULE_7__/* .tokenVariable */ .Sj)(name);
    const text = env[variable]?.trim() ?? '';
    if (text !== '') {
        const token = (0,_model_transport_js__WEBPACK_IMPORTED_MODULE_8__/* .parseToken */ .pI)(text);
        if (token !== undefined)
            return { ...options, target: name, token };
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({ code: 'bad-option', message: `${variable}: ${_model_transport_js__WEBPACK_IMPORTED_MODULE_8__/* .TOKEN_PROBLEM */ .WN}` });
    }
    const isShared = shared !== undefined && !hasOwnServer;
    return { ...options, target: name, ...(isShared && { token: shared, isTokenShared: true }) };
}
/** The names that a name or glob matches; at least one. */
function namesOf(pattern, targets) {
    const names = targets.map(({ name }) => name);
    const problem = (0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_2__/* .globProblem */ .AI)(pattern);
    const matching = problem === undefined ? names.filter((0,_lib_glob_js__WEBPACK_IMPORTED_MODULE_2__/* .globTest */ .FX)(pattern, { nocase: false })) : [];
    if (matching.length > 0)
        return matching;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({
        code: 'no-target',
        message: problem === undefined ? `No target matches \`${pattern}\`.` : `The glob \`${pattern}\` ${problem}.`,
        hint: (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_3__/* .meant */ .wx)(pattern, names),
    });
}
/** The address from the environment may make two targets the same. */
function refuseSameTarget(targets, { options, project }) {
    const places = targets.map((target) => ({ target, url: (0,_options_js__WEBPACK_IMPORTED_MODULE_4__/* .urlOf */ .rs)(options, { target, url: target.url ?? project.url }) }));
    for (const [index, { target, url }] of places.entries()) {
        const isSame = (one) => (0,_model_targets_js__WEBPACK_IMPORTED_MODULE_7__/* .isSamePlace */ .O1)({ ...one.target, url: one.url }, { ...target, url });
        const same = places.slice(0, index).find(isSame);
        if (same === undefined)
            continue;
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({
            code: 'same-target',
            message: `The targets ${quoted([same.target.name, target.name])} are the same repository on the same server.`,
            hint: 'Remove the option `url` (CONFIGHUB_URL), or make them one target.',
        });
    }
}
function withoutTargets({ config }, named) {
    const message = `${(0,node_path__WEBPACK_IMPORTED_MODULE_0__.basename)(config)} has no \`targets\`, so there is no target ${quoted(named)}.`;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({ code: 'no-target', message, hint: 'Leave the name of the target out.' });
}
function repositoryGiven() {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({
        code: 'bad-option',
        message: 'The option `repository` cannot be used with a project file that has `targets`.',
        hint: 'Remove it (--repository, CONFIGHUB_REPOSITORY), and choose targets with --target.',
    });
}
function quoted(names) {
    return (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_3__/* .listed */ .KE)(names.map((name) => `\`${name}\``));
}
/** More would compete for the same processor, and hold their results in memory. */
const AT_A_TIME = 4;
/**
 * Works on a few targets at a time, and yields the results in their order. A target that fails does not stop the others.
 * Throws errors that are bugs.
 */
async function* eachTarget(targets, work) {
    const running = [];
    for (const options of targets) {
        running.push((0,_lib_parallel_js__WEBPACK_IMPORTED_MODULE_9__/* .ahead */ .Uc)(settled(options.target, work(options))));
        const [first] = running.length < AT_A_TIME ? [] : running.splice(0, 1);
        if (first !== undefined)
            yield await first;
    }
    for (const one of running)
        yield await one;
}
/** Rejects with errors that are bugs. */
async function settled(name, running) {
    try {
        return { name, result: await running };
    }
    catch (error) {
        const known = (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .knownError */ .YY)(error);
        if (known === undefined)
            throw error;
        return { name, error: name === undefined ? known : withTokenName(known, name) };
    }
}
/** Hints name the variable of the shared token; a target has one of its own. */
function withTokenName(error, target) {
    const { code, message, exitStatus, places } = error;
    const hint = error.hint?.replace(/CONFIGHUB_TOKEN(?:, input `token`| \(input `token`\))?/, (0,_model_targets_js__WEBPACK_IMPORTED_MODULE_7__/* .tokenVariable */ .Sj)(target));
    return hint === error.hint ? error : new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({ code, message, hint, exitStatus, places, cause: error });
}
/** The mistakes of all targets without those that several share, such as mistakes in the project file. */
function distinct(diagnostics) {
    const found = new Map(diagnostics.map((one) => [`${one.place ?? one.file ?? ''}\0${one.code}\0${one.message}`, one]));
    return [...found.values()];
}


/***/ }),

/***/ 2002:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $L: () => (/* binding */ trustedSettings),
/* harmony export */   Ku: () => (/* binding */ firstOf),
/* harmony export */   ME: () => (/* binding */ trustedCommits),
/* harmony export */   Oj: () => (/* binding */ UntrustedUrl),
/* harmony export */   c7: () => (/* binding */ trustedApprovals),
/* harmony export */   k_: () => (/* binding */ refuseUntrustedUrl),
/* harmony export */   w9: () => (/* binding */ trustedHistory)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _record_git_history_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4520);
/* harmony import */ var _record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(634);
/* harmony import */ var _record_git_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5689);
/* harmony import */ var _documents_load_project_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7937);
/* harmony import */ var _documents_project_files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2161);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(452);
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(9932);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1097);
/* harmony import */ var _model_targets_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(3155);
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2405);
// Limits what unmerged files may decide: the URL that the token is sent to, and the reads that a plan uses.











/** Only unmerged files name the URL, so neither the token nor a push is sent there. */
class UntrustedUrl extends _errors_js__WEBPACK_IMPORTED_MODULE_6__/* .CommandError */ .Qd {
    /** The reason, without capital letter and full stop. */
    why;
    /** A commit of the trusted branch to compare with; absent: none is available. */
    trusted;
    constructor(why, { hint, trusted }) {
        super({ code: 'untrusted-url', message: `Nothing was sent: ${why}.`, hint });
        this.why = why;
        if (trusted !== undefined)
            this.trusted = trusted;
    }
}
/**
 * Throws {@link UntrustedUrl} unless the URL of the server comes from the workflow (`options.url`) or the project file of
 * the trusted branch. `options.untrusted` is absent in a terminal: people trust their checkout.
 */
async function refuseUntrustedUrl(options, runtime) {
    const { untrusted, target } = options;
    if (untrusted === undefined || (options.url !== undefined && target === undefined))
        return;
    const url = (0,_options_js__WEBPACK_IMPORTED_MODULE_7__/* .urlOf */ .rs)(options, (0,_project_js__WEBPACK_IMPORTED_MODULE_8__/* .readProjectFile */ .SI)(options, runtime));
    if (url === undefined)
        return;
    const git = await gitAround(options, runtime);
    let trusted;
    for await (const commit of trustedCommits(git, untrusted)) {
        const project = await projectAt(git, { ...options, commit });
        if (project !== undefined && isTokenFor(url, project, { options, env: runtime.env }))
            return;
        trusted = commit;
    }
    throw untrustedUrl(options, trusted);
}
/**
 * Whether a trusted project file sends the token of these options to this address. The name of the target does not
 * matter, because it may have been renamed. A token that no trusted target has may go to the server that all of them
 * have. The shared token is not for a target with a server of its own.
 */
function isTokenFor(url, project, { options, env }) {
    if (options.target === undefined)
        return (0,_options_js__WEBPACK_IMPORTED_MODULE_7__/* .urlOf */ .rs)(options, project) === url;
    const { token, isTokenShared = false } = options;
    const { targets = [{ ...project, name: undefined, hasOwnServer: false }] } = project;
    const there = targets.filter((target) => (target.hasOwnServer ? target.url : (options.url ?? target.url)) === url);
    if (token === undefined)
        return there.length > 0;
    const takers = there.filter(({ hasOwnServer }) => !isTokenShared || !hasOwnServer);
    if (project.targets !== undefined && there.length === targets.length)
        return takers.length > 0;
    return takers.some(({ name }) => {
        const own = name === undefined ? undefined : env[(0,_model_targets_js__WEBPACK_IMPORTED_MODULE_9__/* .tokenVariable */ .Sj)(name)]?.trim() || undefined;
        return isTokenShared ? own === undefined : own === token;
    });
}
function untrustedUrl({ config, target, untrusted = {} }, trusted) {
    const file = target === undefined ? (0,node_path__WEBPACK_IMPORTED_MODULE_0__.basename)(config) : `${(0,node_path__WEBPACK_IMPORTED_MODULE_0__.basename)(config)} for the target \`${target}\``;
    const { branch = untrusted.commit && (0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_10__/* .shortCommit */ .Ax)(untrusted.commit) } = untrusted;
    if (branch === undefined) {
        const why = `the server URL comes only from ${file}, and no trusted branch is configured`;
        return new UntrustedUrl(why, { hint: 'Set the input `url` or the input `branch` in the workflow.' });
    }
    const why = trusted === undefined
        ? `the server URL in ${file} could not be checked against \`${branch}\`, which could not be fetched`
        : `the server URL in ${file} is not ${target === undefined ? 'the one on' : 'one that gets its token on'} \`${branch}\``;
    const hint = `Set the input \`url\` in the workflow, or merge the URL into \`${branch}\` first.`;
    return new UntrustedUrl(why, { hint, trusted });
}
/**
 * In a workflow, `reads` and `record` are those of the trusted branch, so that a change cannot reduce the checks of its
 * own plan, and no branch those of an apply. A remark says so if they differ.
 */
async function trustedSettings(options, runtime) {
    const { untrusted } = options;
    if (untrusted === undefined)
        return { remarks: [] };
    const proposed = (0,_project_js__WEBPACK_IMPORTED_MODULE_8__/* .readProjectFile */ .SI)(options, runtime);
    const isStrict = proposed.record && (options.reads !== undefined || proposed.reads === 'all');
    if (untrusted.commit === undefined && isStrict)
        return { remarks: [] };
    const git = await gitAround(options, runtime);
    const commit = untrusted.commit ?? (await firstOf(trustedCommits(git, untrusted)));
    const trusted = commit === undefined ? undefined : await projectAt(git, { ...options, commit });
    const { reads = 'all', record = true } = trusted ?? {};
    return {
        ...(options.reads === undefined && reads !== proposed.reads && { reads }),
        ...(record !== proposed.record && { record }),
        remarks: [
            ...(options.reads === undefined && reads !== proposed.reads ? [notYet('reads', proposed.reads, reads)] : []),
            ...(record !== proposed.record ? [notYet('record', proposed.record, record)] : []),
        ],
    };
}
function notYet(field, proposed, base) {
    return `This branch sets \`${field}\` to \`${proposed}\`. Planned with \`${base}\`, as set on the base branch; the change takes effect when it is merged.`;
}
/**
 * Whose reviews approve a plan: any person's only if both the files that are planned and their base say so. Without a
 * base, only those of other people count.
 */
async function trustedApprovals(base, { options, runtime }) {
    if (base === undefined || (0,_project_js__WEBPACK_IMPORTED_MODULE_8__/* .readProjectFile */ .SI)(options, runtime).approvals !== 'any')
        return 'other';
    return (await projectAt(await gitAround(options, runtime), { ...options, commit: base }))?.approvals ?? 'other';
}
/** The commits whose project file is trusted, if available: the one of the event, then the newest of the branch. */
async function* trustedCommits(git, { commit, branch }) {
    if (git === undefined)
        return;
    const named = commit && (await (0,_record_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .findCommit */ .fq)(git, commit));
    if (named !== undefined)
        yield named;
    const newest = branch && (await (0,_record_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .newestOf */ .su)(git, `refs/heads/${branch}`));
    if (newest !== undefined && newest !== named)
        yield newest;
}
async function firstOf(items) {
    for await (const item of items)
        return item;
    return undefined;
}
/** The trusted commits; in a terminal, the newest of origin's default branch. Nothing if they are not available. */
async function* trustedHistory(git, untrusted) {
    if (untrusted !== undefined)
        yield* trustedCommits(git, untrusted);
    else {
        const newest = git.origin ? await (0,_record_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .newestOf */ .su)(git, 'HEAD') : undefined;
        if (newest !== undefined)
            yield newest;
    }
}
/** The project file in a commit; in one with targets, the settings of the one with this name. */
async function projectAt(git, { commit: revision, config, target }) {
    const name = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.basename)(config);
    try {
        const commit = git && (await (0,_record_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .findCommit */ .fq)(git, revision));
        if (git === undefined || commit === undefined)
            return undefined;
        const listed = await (0,_record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .listFolder */ .bt)(git, { commit, folder: git.folder });
        const entries = listed.filter(({ path }) => path === name);
        return (0,_documents_load_project_js__WEBPACK_IMPORTED_MODULE_4__/* .loadProjectFile */ .kB)((0,_documents_project_files_js__WEBPACK_IMPORTED_MODULE_5__/* .filesInMemory */ ._o)(await (0,_record_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .readContents */ .r0)(git, { commit, entries })), name, { name: target });
    }
    catch (error) {
        return (0,_record_git_js__WEBPACK_IMPORTED_MODULE_3__/* .ignoreGitError */ .TR)(error);
    }
}
function gitAround({ config }, runtime) {
    return (0,_project_js__WEBPACK_IMPORTED_MODULE_8__/* .openAround */ .Co)(config, runtime).catch(_record_git_js__WEBPACK_IMPORTED_MODULE_3__/* .ignoreGitError */ .TR);
}


/***/ }),

/***/ 1568:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ MERGED_METADATA),
/* harmony export */   t: () => (/* binding */ mergeStates)
/* harmony export */ });
/* harmony import */ var _state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6616);
// Merges several states into one.

/** Every part of the metadata except the security group. */
const MERGED_METADATA = ['vdt', 'readme', 'deprecated', 'push'];
/**
 * Every item of every state. If two states differ in a row, its text is `unknown`, and differing metadata is left out.
 * What one state declares absent is present if another state declares it.
 */
function mergeStates(first, ...others) {
    return others.reduce((all, one) => ({ items: merged(all.items, one.items, mergeItems) }), first);
}
function merged(a, b, merge) {
    const all = new Map(a);
    for (const [id, one] of b) {
        const other = all.get(id);
        if (other === undefined || other.absent)
            all.set(id, one);
        else if ((0,_state_js__WEBPACK_IMPORTED_MODULE_0__/* .stands */ .Ed)(one))
            all.set(id, merge(other, one));
    }
    return all;
}
function mergeItems(a, b) {
    const item = { ...a, rows: merged(a.rows, b.rows, mergeRows) };
    for (const name of MERGED_METADATA)
        if (a[name] !== b[name])
            delete item[name];
    return b.secret ? { ...item, secret: true } : item;
}
function mergeRows(a, b) {
    return {
        ...a,
        ...((a.text !== b.text || a.unknown || b.unknown) && { unknown: true }),
        ...(b.secret && { secret: true }),
    };
}


/***/ }),

/***/ 1419:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ annotated)
/* harmony export */ });
/* harmony import */ var _model_merge_states_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1568);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2774);
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
/* harmony import */ var _semantics_secret_lines_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4852);
/* harmony import */ var _find_item_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6790);
/* harmony import */ var _unset_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9998);
// Adds to each change its line in the files, and whether it is secret.






/** An item that any known version of the project calls secret is marked, so that both sides are masked. */
function annotated(changes, input) {
    const { desired, applied, secrets } = input;
    const states = [...(applied.baseline ? [applied.baseline] : []), ...(applied.begun ?? [])];
    const [first, ...others] = states;
    const versions = [...new Set([desired, ...states, ...(secrets.secretIn ?? [])])];
    const known = { ...input, before: first && (0,_model_merge_states_js__WEBPACK_IMPORTED_MODULE_4__/* .mergeStates */ .t)(first, ...others), versions };
    return changes.map((change) => annotatedChange(change, known));
}
function annotatedChange(change, known) {
    const { desired, before, policy, isTheirs, unset } = known;
    const isWhole = change.kind === 'key' &&
        change.action === 'delete' &&
        policy.scope.whole({ kind: 'key', name: change.key }) &&
        (policy.prune === 'all' || (0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .find */ .I6)(desired, change).item?.absent === true);
    const isFromServer = isTheirs || (change.kind !== 'key' && change.before !== undefined);
    const variable = unset && (0,_unset_js__WEBPACK_IMPORTED_MODULE_3__/* .unsetOf */ .tv)((0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .find */ .I6)(desired, change).row ?? {});
    const isWholeSecret = isSecret(change, known) || (isFromServer && holdsServersSecret(change, known));
    const secrets = isWholeSecret ? 'all' : secretsIn(change, known);
    return {
        ...change,
        ...placeOf(change, { desired, before }),
        ...(secrets === 'all' ? { secret: true } : secrets && { secrets }),
        ...(isWhole && { whole: true }),
        ...(variable !== undefined && { unset: variable }),
    };
}
function isSecret(change, { secrets, versions, live }) {
    return (secrets.isSecretName((0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .nameOf */ .Vb)(change)) ||
        (change.kind !== 'key' && [change.before, change.after].some((text) => (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .isSecretText */ .KZ)((0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .nameOf */ .Vb)(change), text))) ||
        isGuarded((0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .find */ .I6)(live, change)) ||
        versions.some((state) => isDeclaredSecret((0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .find */ .I6)(state, change))));
}
/** Secrets in other versions of a text, and in its other contexts, may have moved. */
function secretsIn(change, { versions }) {
    if (change.kind === 'key')
        return undefined;
    const declared = versions.flatMap((state) => {
        const { item, row } = (0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .find */ .I6)(state, change);
        if (item === undefined)
            return [];
        return item.kind === 'key' ? secretsInValues(item) : (0,_semantics_secret_lines_js__WEBPACK_IMPORTED_MODULE_2__/* .secretTexts */ .Vh)(row?.text);
    });
    return (0,_semantics_secret_lines_js__WEBPACK_IMPORTED_MODULE_2__/* .secretsOf */ .Fj)(change.before, change.after, declared);
}
/** Looked for once in each key, which may have thousands of values that change. */
const SECRETS = new WeakMap();
function secretsInValues(key) {
    const known = SECRETS.get(key);
    if (known !== undefined)
        return known;
    const found = [...new Set([...key.rows.values()].flatMap(({ text }) => (0,_semantics_secret_lines_js__WEBPACK_IMPORTED_MODULE_2__/* .secretTexts */ .Vh)(text)))];
    SECRETS.set(key, found);
    return found;
}
/** The live content of an item that is secret in another context may be the same secret, moved. */
function holdsServersSecret(change, { versions, secrets }) {
    if (change.kind === 'key')
        return false;
    if (secrets.masksLive)
        return true;
    return versions.some((state) => [...((0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .find */ .I6)(state, change).item?.rows.values() ?? [])].some(({ secret }) => secret));
}
function isDeclaredSecret(found) {
    return found.row?.secret === true || found.item?.secret === true || isGuarded(found);
}
/** Items of a security group are secret even if the group has no cipher and the export shows them. */
function isGuarded({ item, row }) {
    return (item?.securityGroup ?? row?.securityGroup) !== undefined;
}
function placeOf(change, { desired, before }) {
    // `opp: delete` of a key applies to its values too.
    const { item, row } = (0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .find */ .I6)(desired, change);
    const place = (0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .thingIn */ .Og)(desired, change)?.place ?? (item?.absent ? item.place : undefined);
    if (place !== undefined) {
        const contentPath = row?.contentPath;
        return { place, ...(contentPath !== undefined && { contentPath }) };
    }
    const removedFrom = before && (0,_find_item_js__WEBPACK_IMPORTED_MODULE_5__/* .thingIn */ .Og)(before, change)?.place;
    return change.action !== 'delete' || removedFrom === undefined ? {} : { removedFrom };
}


/***/ }),

/***/ 6790:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cw: () => (/* binding */ isDeclaredIn),
/* harmony export */   I6: () => (/* binding */ find),
/* harmony export */   Og: () => (/* binding */ thingIn),
/* harmony export */   Ux: () => (/* binding */ changeId),
/* harmony export */   _Q: () => (/* binding */ addressIn),
/* harmony export */   _k: () => (/* binding */ rowName),
/* harmony export */   oc: () => (/* binding */ itemIdOf)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6616);
// Finds the item and the row that a change is about in a state.


/** The id of the item that a change is about, or whose row it is about. */
function itemIdOf(change) {
    return change.kind === 'file' ? (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .fileId */ .qp)(change.path) : (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .keyId */ .xs)(change.key);
}
/** Where a state has the row of a change; of an item that changes itself, the context is empty. */
function addressIn(change) {
    return { id: itemIdOf(change), context: change.kind === 'key' ? '' : (0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextId */ .PF)((0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextIn */ .PO)(change.context)) };
}
/** Names the item or row that a change is about, whatever its sides are. */
function changeId(change) {
    const { id, context } = addressIn(change);
    return `${change.kind}\0${id}\0${context}`;
}
function find({ items }, change) {
    const { id, context } = addressIn(change);
    const item = items.get(id);
    return { item, row: item?.rows.get(context) };
}
/** What a state has of the thing that changes: the item, or the row. */
function thingIn(state, change) {
    const { item, row } = find(state, change);
    return change.kind === 'key' ? item : row;
}
/** Whether a state declares what changes, and to exist. */
function isDeclaredIn(state, change) {
    return (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .stands */ .Ed)(thingIn(state, change)) && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .stands */ .Ed)(find(state, change).item);
}
/** @param context in full */
function rowName({ kind, name }, context) {
    return kind === 'key' ? { kind: 'value', key: name, context } : { kind, path: name, context };
}


/***/ }),

/***/ 8612:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ decrypted),
/* harmony export */   M: () => (/* binding */ complete)
/* harmony export */ });
/* harmony import */ var _lib_collections_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4390);
/* harmony import */ var _lib_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8173);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6616);
/* harmony import */ var _semantics_ciphers_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2229);
/* harmony import */ var _semantics_value_types_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6060);
// Prepares states for the diff: decrypts secrets where possible, and completes desired from live.





/** Live, decrypted. Text that no known password decrypts is marked unknown: it never equals a declared text. */
function decrypted(live, { desired, passwordOf }) {
    return (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .withRows */ .Qx)(live, (row, { id, context, item }) => {
        const group = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .groupOf */ .F8)(item, row);
        if (group === undefined || row.text === null || (row.unknown && item.kind === 'file'))
            return row;
        const declared = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .rowAt */ .ce)(desired, { id, context })?.text;
        return { ...row, ...decryptText(row.text, { declared, password: passwordOf(group) }) };
    });
}
/** A group without a cipher is returned as plain text. Null is never encrypted, so it differs from all texts. */
function decryptText(shown, { declared, password }) {
    if (shown === declared || declared === null || !(0,_semantics_ciphers_js__WEBPACK_IMPORTED_MODULE_1__/* .looksSealed */ .rQ)(shown))
        return { text: shown };
    if (password === undefined)
        return { text: shown, unknown: true };
    // Compare with the declared text first: encryption drops blanks, so decryption may not return the text that was sent.
    if (declared !== undefined && (0,_semantics_ciphers_js__WEBPACK_IMPORTED_MODULE_1__/* .isSealOf */ .l8)(shown, { clear: declared, password }))
        return { text: declared };
    const text = (0,_semantics_ciphers_js__WEBPACK_IMPORTED_MODULE_1__/* .opened */ .Sg)(shown, password);
    return text === undefined ? { text: shown, unknown: true } : { text };
}
/** Desired in the form that the server stores, with undeclared metadata from live or the server's defaults. */
function complete(desired, live, settings) {
    return {
        items: (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_4__/* .changed */ .t)(desired.items, (item, id) => {
            const there = live.items.get(id);
            const completed = item.kind === 'key' ? completeKey(item, there, settings) : item;
            const rows = (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_4__/* .changed */ .t)(item.rows, (row, context) => completeRow(row, there?.rows.get(context), completed));
            return completed === item && rows === item.rows ? item : { ...completed, rows };
        }),
    };
}
function completeKey(key, live, settings) {
    const declared = live !== undefined && !settings.vdtEnabled ? live.vdt : key.vdt;
    const readme = key.readme ?? live?.readme;
    const securityGroup = key.securityGroup ?? live?.securityGroup;
    return {
        ...key,
        name: live?.name ?? key.name,
        vdt: declared ?? live?.vdt ?? 'Text',
        deprecated: key.deprecated ?? live?.deprecated ?? false,
        // A key created with `push: false` could never be changed by a push.
        push: key.push ?? live?.push ?? true,
        ...(readme !== undefined && { readme }),
        ...(securityGroup !== undefined && { securityGroup }),
    };
}
/** The row of a file keeps its security group, as a key does. */
function completeRow(row, live, { kind, vdt }) {
    const context = live?.context ?? row.context;
    const text = vdt === undefined ? row.text : (0,_semantics_value_types_js__WEBPACK_IMPORTED_MODULE_2__/* .storedText */ .VS)(vdt, row.text);
    if ((row.native || live?.native) && text !== null && live?.text != null && (0,_lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .sameJson */ .Vk)(text, live.text)) {
        return { ...row, context, text: live.text };
    }
    const securityGroup = kind === 'file' ? (row.securityGroup ?? live?.securityGroup) : undefined;
    if (context === row.context && text === row.text && securityGroup === row.securityGroup)
        return row;
    return { ...row, context, text, ...(securityGroup !== undefined && { securityGroup }) };
}


/***/ }),

/***/ 9998:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   WM: () => (/* binding */ approveLater),
/* harmony export */   sZ: () => (/* binding */ withoutUnset),
/* harmony export */   tv: () => (/* binding */ unsetOf)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);
// Variables that are not set where a plan is made: what the server has for them cannot be compared, so it stays.



/** The variables of texts and passwords that are not set, as messages name them, in the order of the files. */
function unsetVariables({ state, passwords }) {
    const ofRows = [...(0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowsIn */ .Nn)(state)].flatMap(({ row }) => unsetOf(row) ?? []);
    const ofGroups = [...passwords.variables].flatMap(([group, name]) => (passwords.of(group) === undefined ? name : []));
    return [...new Set([...ofRows, ...ofGroups.map(_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .shownVariable */ .kY)])];
}
/** What cannot be compared stays as it is on the server, and a password that is not set counts as known. */
function withoutUnset(input, { state, passwords }) {
    const unset = unsetVariables({ state, passwords });
    if (unset.length === 0)
        return input;
    const passwordOf = (group) => passwords.of(group) ?? (passwords.variables.has(group) ? 'not set' : undefined);
    const isClosed = (group = '') => passwords.variables.has(group) && passwords.of(group) === undefined;
    return { ...input, unset, secrets: { ...input.secrets, passwordOf }, desired: keptIn(input, isClosed) };
}
/** The variable that keeps a text from being known here; `undefined`: none. */
function unsetOf({ unknown, variable }) {
    return unknown && variable !== undefined ? (0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .shownVariable */ .kY)(variable) : undefined;
}
function keptIn({ desired, live }, isClosed) {
    return (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .withRows */ .Qx)(desired, (row, { id, context, item }) => {
        const [other, there] = [live.items.get(id), (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAt */ .ce)(live, { id, context })];
        if (there === undefined || row.absent)
            return row;
        const group = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .groupOf */ .F8)(item, row) ?? (other && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .groupOf */ .F8)(other, there));
        return unsetOf(row) !== undefined || isClosed(group) ? { ...row, kept: true } : row;
    });
}
/** Why nothing in such a plan can be approved: an apply, with the variables, makes another one. */
function approveLater(unset) {
    return `Set ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .listed */ .KE)(unset)} and plan again to approve it.`;
}


/***/ }),

/***/ 4520:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   QX: () => (/* binding */ isAncestor),
/* harmony export */   br: () => (/* binding */ inTemporary),
/* harmony export */   eR: () => (/* binding */ currentBranch),
/* harmony export */   fY: () => (/* binding */ parentsOf),
/* harmony export */   fq: () => (/* binding */ findCommit),
/* harmony export */   su: () => (/* binding */ newestOf)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9932);
/* harmony import */ var _git_credentials_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(246);
/* harmony import */ var _git_objects_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7148);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5689);
/* harmony import */ var _refs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9643);
// [edge] Looks up commits and branches: the commit of a name, its parents, and whether one is an ancestor of another.








/** Uses and deletes an empty repository, to read the history at origin without changing this clone. Throws GitError. */
async function inTemporary(repository, use) {
    const dir = await node_fs__WEBPACK_IMPORTED_MODULE_0__.promises.mkdtemp((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'confighub-sync-'));
    try {
        // The settings are passed in full: git reading them again would send a header twice.
        const alone = { ...repository.networkEnv, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
        const env = (0,_git_credentials_js__WEBPACK_IMPORTED_MODULE_6__/* .withConfig */ .NV)(alone, await remoteSettings(repository), 'first');
        // Run in the clone's top folder, because the address of origin may be relative to it.
        const place = ['-C', repository.topLevel, `--git-dir=${dir}`];
        const git = (args) => repository.run([...place, ...args], { env });
        (0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .textOf */ .b6)('Cannot create a temporary repository', await git(['init', '--quiet', '--bare', '--template=']));
        return await use({
            git,
            fetchHistory: (commits, options = []) => {
                const fetch = ['fetch', ..._refs_js__WEBPACK_IMPORTED_MODULE_5__/* .FETCH_OPTIONS */ .oq, '--filter=tree:0', ...options, 'origin', ...commits];
                return repository.run([...place, ...fetch], { env, network: true });
            },
        });
    }
    finally {
        await node_fs__WEBPACK_IMPORTED_MODULE_0__.promises.rm(dir, { recursive: true, force: true });
    }
}
const NEEDED = /^(?:http|credential|url|protocol|ssh|remote\.origin\.(?:url|proxy|uploadpack)|core\.(?:sshcommand|askpass|gitproxy))(?:\.|$)/i;
/**
 * The settings that the clone uses to reach origin. They are copied, because an include that depends on the clone's
 * path (as `actions/checkout` writes) does not apply elsewhere.
 */
async function remoteSettings(repository) {
    const settings = await repository.settings();
    return settings
        .filter(({ scope, key }) => scope !== 'command' && NEEDED.test(key))
        .map(({ key, value }) => [key, value]);
}
/** The commit of a revision in this clone, or at origin if it is a full commit id. `undefined`: not found. */
async function findCommit(repository, revision) {
    // Never passed to git as an option.
    if (revision.startsWith('-'))
        return undefined;
    if (revision === (await repository.head())?.commit)
        return revision;
    const here = await resolve(repository, revision);
    if (here !== undefined || !repository.origin || !(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_7__/* .isCommitId */ .jh)(revision))
        return here;
    const fetched = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .fetchCommits */ .Bj)(repository, [revision]);
    return fetched.status === 0 ? resolve(repository, revision) : undefined;
}
async function resolve(repository, revision) {
    const found = await repository.git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
    return found.status === 0 ? found.stdout.toString().trim() : undefined;
}
/** The parents of a commit; none if it does not exist. */
async function parentsOf({ objects }, revision) {
    const commit = await (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_3__/* .readCommit */ .kN)(objects, revision).catch(_git_js__WEBPACK_IMPORTED_MODULE_4__/* .ignoreGitError */ .TR);
    return commit?.parents ?? [];
}
/** The checked-out branch; `undefined` for a detached HEAD, as on a tag or a pull request. */
async function currentBranch(git) {
    const found = await git.git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
    return found.status === 0 ? found.stdout.toString().trim() : undefined;
}
/**
 * The newest commit of a ref at origin, or in this clone if there is no origin. `HEAD` is the default branch of origin.
 * `undefined`: not found.
 */
async function newestOf(git, ref) {
    try {
        const found = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .refValues */ .y4)(git, [ref]);
        const commit = 'values' in found ? found.values.get(ref) : undefined;
        return commit === undefined ? undefined : await findCommit(git, commit);
    }
    catch (error) {
        return (0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .ignoreGitError */ .TR)(error);
    }
}
/** Whether `older` is an ancestor of `newer`, by the history at origin if this clone is too shallow. Never throws. */
async function isAncestor(repository, older, newer) {
    const odd = [older, newer].find((id) => !(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_7__/* .isCommitId */ .jh)(id));
    if (odd !== undefined)
        return unknown(`'${odd.slice(0, 80)}' is not a commit ID`);
    if (older === newer)
        return { answer: 'yes' };
    const pair = `${older} ${newer}`;
    const known = repository.ancestries.get(pair);
    if (known !== undefined)
        return known;
    const answer = compareHere(repository, older, newer).catch((error) => unknown(error instanceof Error ? error.message : String(error)));
    repository.ancestries.set(pair, answer);
    return answer;
}
function unknown(reason) {
    return { answer: 'unknown', reason };
}
async function compareHere(repository, older, newer) {
    const answer = await repository.git(['merge-base', '--is-ancestor', older, newer]);
    if (answer.status === 0)
        return { answer: 'yes' };
    if (answer.failure !== undefined)
        return unknown((0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .reasonOf */ .A3)(answer));
    const hasNewer = await repository.git(['cat-file', '-e', `${newer}^{commit}`]);
    if (hasNewer.status !== 0)
        return unknown(`commit ${newer} is not in this clone`);
    if (repository.shallow)
        return compareAtOrigin(repository, older, newer);
    // A full clone has all ancestors of its commits.
    return { answer: 'no' };
}
/** Fetches the history that the clone lacks into a temporary repository. */
async function compareAtOrigin(repository, older, newer) {
    if (!repository.origin)
        return unknown('this clone is shallow and has no origin');
    const ends = await endsOfHistory(repository, newer);
    return inTemporary(repository, async ({ fetchHistory, git }) => {
        const fetched = await fetchHistory(ends);
        if (fetched.status !== 0)
            return unknown(`could not fetch the history from origin (${(0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .reasonOf */ .A3)(fetched)})`);
        // Only ancestors of those commits were fetched.
        const found = await git(['cat-file', '-e', `${older}^{commit}`]);
        return { answer: found.status === 0 ? 'yes' : 'no' };
    });
}
/** The oldest commits in the clone's history of a commit: origin has them, even if the commit is not pushed yet. */
async function endsOfHistory(repository, newer) {
    const ends = await repository.git(['rev-list', '--max-parents=0', newer]);
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .textOf */ .b6)('Cannot read the history of this clone', ends).split('\n');
}


/***/ }),

/***/ 2962:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bq: () => (/* binding */ readsText),
/* harmony export */   JP: () => (/* binding */ readsOf),
/* harmony export */   Kj: () => (/* binding */ NO_FACTS),
/* harmony export */   Ob: () => (/* binding */ FACTS_PATH),
/* harmony export */   YG: () => (/* binding */ summaryOf),
/* harmony export */   hw: () => (/* binding */ formatMessage),
/* harmony export */   hx: () => (/* binding */ parseFacts),
/* harmony export */   j3: () => (/* binding */ formatFacts),
/* harmony export */   mQ: () => (/* binding */ countsOf),
/* harmony export */   vY: () => (/* binding */ parseMessage)
/* harmony export */ });
/* harmony import */ var _lib_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8173);
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9932);
/* harmony import */ var _model_server_reads_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6626);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6616);
// Formats and parses the commit of an apply: its message, and the file of facts in its tree.




const FIELDS = {
    state: 'State',
    id: 'Apply-Id',
    projectFile: 'Project-File',
    formerFile: 'Former-File',
    source: 'Source-Commit',
    since: 'Since',
    until: 'Until',
    open: 'Open',
    run: 'Run',
    attempt: 'Attempt',
    actor: 'Actor',
    approved: 'Approved',
    approvedBy: 'Approved-By',
    reads: 'Reads',
};
const TOOK_OVER = 'Took-Over';
/** The summary, an empty line, and a line for each field that is set. No text can look like a field of its own. */
function formatMessage(message) {
    const lines = Object.entries(FIELDS).map(([name, label]) => {
        const text = message[name] ?? '';
        return [label, oneLine(name.endsWith('File') ? encoded(text) : text)];
    });
    const over = message.tookOver.map((one) => [TOOK_OVER, wordsOf(one)]);
    const set = [...lines, ...over].filter(([, text]) => text !== '');
    return `${oneLine(message.summary) || 'Apply'}\n\n${set.map(([label, text]) => `${label}: ${text}`).join('\n')}\n`;
}
/** Reads what {@link formatMessage} wrote. Throws an Error that completes "the commit …" for anything else. */
function parseMessage(text) {
    const [summary = '', fields = '', ...more] = text.trimEnd().split('\n\n');
    if (more.length > 0)
        throw new Error('has more than a summary and fields');
    const found = new Map();
    for (const line of fields.split('\n')) {
        const [, label, value] = /^([A-Z][A-Za-z-]*): (.+)$/.exec(line) ?? [];
        if (label === undefined || value === undefined)
            throw new Error('is not the record of an apply');
        found.set(label, [...(found.get(label) ?? []), value]);
    }
    const one = (label) => {
        const values = found.get(label) ?? [];
        if (values.length > 1)
            throw new Error(`has the field ${label} twice`);
        return values[0];
    };
    const [state, id, projectFile, source] = [FIELDS.state, FIELDS.id, FIELDS.projectFile, FIELDS.source].map(one);
    if (state !== 'begun' && state !== 'done')
        throw new Error(`has no valid field ${FIELDS.state}`);
    if (id === undefined || projectFile === undefined || source === undefined)
        throw new Error('lacks fields');
    if (!(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_2__/* .isCommitId */ .jh)(source))
        throw new Error('names no commit');
    const rest = ['until', 'open', 'run', 'attempt', 'actor', 'approved', 'approvedBy', 'reads'].flatMap((name) => {
        const value = one(FIELDS[name]);
        return value === undefined ? [] : [[name, value]];
    });
    const formerFile = one(FIELDS.formerFile);
    return {
        ...Object.fromEntries(rest),
        ...(formerFile !== undefined && { formerFile: decoded(formerFile) }),
        summary,
        state,
        id,
        projectFile: decoded(projectFile),
        source,
        since: one(FIELDS.since) ?? '',
        tookOver: (found.get(TOOK_OVER) ?? []).map(takenOverIn),
    };
}
/** Three words, `-` for what is unknown. */
function wordsOf({ source, actor, run }) {
    return [source, actor, run].map((text = '') => (text === '' ? '-' : encoded(text))).join(' ');
}
function takenOverIn(text) {
    const [source = '', actor, run] = text.split(' ').map((word) => (word === '-' ? undefined : decoded(word)));
    return { source, actor, run };
}
function encoded(text) {
    return text.replace(/[%\p{Cc}\p{Cf}\s]/gu, (char) => encodeURIComponent(char));
}
function decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
/** No read at all, as opposed to unknown reads. */
const NONE = 'none';
function readsText(reads) {
    return reads.length === 0 ? NONE : _model_server_reads_js__WEBPACK_IMPORTED_MODULE_1__/* .READS */ .yT.filter((read) => reads.includes(read)).join(' ');
}
/** `undefined` for a record without this field. */
function readsOf({ reads }) {
    if (reads === undefined)
        return undefined;
    const named = reads.split(' ');
    return _model_server_reads_js__WEBPACK_IMPORTED_MODULE_1__/* .READS */ .yT.filter((read) => named.includes(read));
}
function summaryOf(commit, { create, update, delete: deleted }) {
    return `Apply ${commit}: ${create} created, ${update} updated, ${deleted} deleted`;
}
/** Reads the counts from {@link summaryOf}; `undefined` for another text. */
function countsOf(summary) {
    const match = /: (\d+) created, (\d+) updated, (\d+) deleted$/.exec(summary);
    if (match === null)
        return undefined;
    const [create, update, deleted] = match.slice(1).map(Number);
    return { create: create ?? 0, update: update ?? 0, delete: deleted ?? 0 };
}
function oneLine(text) {
    return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
const NO_FACTS = { types: new Map() };
/** Not a document: `include` finds nothing in folders whose names begin with a dot unless it names them. */
const FACTS_PATH = '.confighub-sync/record.json';
/** `undefined` if there are none. */
function formatFacts({ types }) {
    if (types.size === 0)
        return undefined;
    const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
    return `${JSON.stringify({ version: 1, types: Object.fromEntries(sorted) }, null, 2)}\n`;
}
/** Unreadable facts count as none: the values that need them are read or written again. */
function parseFacts(text) {
    let json;
    try {
        json = JSON.parse(text ?? '{}');
    }
    catch {
        return NO_FACTS;
    }
    if (!(0,_lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isPlainObject */ .Qd)(json) || !(0,_lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isPlainObject */ .Qd)(json.types))
        return NO_FACTS;
    const types = Object.entries(json.types).flatMap(([id, vdt]) => typeof vdt === 'string' && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .isVdt */ .PB)(vdt) ? [[id, vdt]] : []);
    return { types: new Map(types) };
}


/***/ }),

/***/ 2472:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O9: () => (/* binding */ finish),
/* harmony export */   P8: () => (/* binding */ readApplies),
/* harmony export */   Tl: () => (/* binding */ unlock),
/* harmony export */   VI: () => (/* binding */ beginningOf),
/* harmony export */   X$: () => (/* binding */ extend),
/* harmony export */   aE: () => (/* binding */ readRecord),
/* harmony export */   ne: () => (/* binding */ withdraw),
/* harmony export */   qN: () => (/* binding */ begin),
/* harmony export */   sT: () => (/* binding */ runningApply),
/* harmony export */   st: () => (/* binding */ isUnlocked),
/* harmony export */   yk: () => (/* binding */ recordDone)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9932);
/* harmony import */ var _git_objects_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7148);
/* harmony import */ var _git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(634);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5689);
/* harmony import */ var _record_format_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2962);
/* harmony import */ var _refs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9643);
// [edge] The record of applies: a commit `begun` before a push, and a commit `done` after it, at one ref by compare and swap.







/** More than these are a mistake in a workflow, and take long to read. */
const MAX_BEGUN = 20;
// --- Reading -------------------------------------------------------------------------------------------------------
/** Reads the record, and fetches all records below its folder. Throws GitError if this clone is broken. */
async function readRecord({ repository, ref, folder, projectFile }) {
    const found = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .refValuesBelow */ .b5)(repository, folder);
    if ('unreachable' in found)
        return { refs: new Map(), head: undefined, begun: [], ...found };
    const refs = found.values;
    const missing = await fetchMissing(repository, [...refs.values()]);
    const head = refs.get(ref);
    const record = { refs, head, begun: [] };
    if (head === undefined)
        return record;
    try {
        const applies = await readApplies(repository, head);
        const foreign = applies.find((apply) => apply.projectFile !== projectFile);
        if (foreign !== undefined)
            throw new Error(`it is that of ${foreign.projectFile}`);
        const done = applies.find(({ state }) => state === 'done');
        return { ...record, ...(done && { done }), begun: applies.filter(({ state }) => state === 'begun') };
    }
    catch (error) {
        if (!(error instanceof Error))
            throw error;
        const reason = missing.get(head) ?? error.message;
        return { ...record, problem: `Cannot read the record of applies, ${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__/* .shortCommit */ .Ax)(head)} (${reason}).` };
    }
}
/** Fetches what this clone does not have, even if another commit is gone. Returns the reasons of failures. */
async function fetchMissing(repository, commits) {
    if (!repository.origin)
        return new Map();
    const missing = [];
    const partial = commits.length > 0 && (await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .isPartial */ .mt)(repository));
    for (const id of new Set(commits))
        if (partial || !(await isHere(repository, id)))
            missing.push(id);
    if (missing.length === 0 || (await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .fetchCommits */ .Bj)(repository, missing)).status === 0)
        return new Map();
    const reasons = new Map();
    for (const id of missing) {
        const one = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .fetchCommits */ .Bj)(repository, [id]);
        if (one.status !== 0)
            reasons.set(id, (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .reasonOf */ .A3)(one));
    }
    return reasons;
}
async function isHere({ objects }, id) {
    return (await objects.read(id).catch(() => undefined)) !== undefined;
}
/**
 * The applies of a record, newest first, down to the last one that is done. Throws an Error that completes "Cannot read
 * the record …", also for more than {@link MAX_BEGUN} that are not done.
 */
async function readApplies(repository, head) {
    const applies = [];
    for (let commit = head; commit !== undefined;) {
        const apply = await readApply(repository, commit);
        applies.push(apply);
        if (apply.state === 'done')
            break;
        if (applies.length > MAX_BEGUN)
            throw new Error(TOO_MANY);
        commit = apply.parent;
        // A shallow clone got only the newest.
        if (commit !== undefined && repository.shallow && repository.origin && !(await isHere(repository, commit)))
            await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .fetchCommits */ .Bj)(repository, [head], Math.min(Number(apply.open) || MAX_BEGUN, MAX_BEGUN) + 1);
    }
    return applies;
}
const TOO_MANY = `more than ${MAX_BEGUN} applies have begun since the last one that is done`;
async function readApply(repository, commit) {
    const { tree, parents, time, message } = await (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_1__/* .readCommit */ .kN)(repository.objects, commit);
    if (parents.length > 1)
        throw new Error(`${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__/* .shortCommit */ .Ax)(commit)} is a merge`);
    let said;
    try {
        said = (0,_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .parseMessage */ .vY)(message);
    }
    catch (error) {
        throw new Error(`${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__/* .shortCommit */ .Ax)(commit)} ${error instanceof Error ? error.message : ''}`, { cause: error });
    }
    const entries = await (0,_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .listFolder */ .bt)(repository, { commit, folder: '' });
    const files = await (0,_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .readContents */ .r0)(repository, { commit, entries });
    const facts = (0,_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .parseFacts */ .hx)(files.get(_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .FACTS_PATH */ .Ob)?.toString());
    const ids = new Map(entries.map(({ path, id }) => [path, id]));
    ids.delete(_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .FACTS_PATH */ .Ob);
    files.delete(_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .FACTS_PATH */ .Ob);
    return { ...said, commit, parent: parents[0], tree, time, ids, files, facts };
}
const DAY = 24 * 3_600_000;
/**
 * The apply that may still push, by the clock of the configuration server; with a `problem` if its end is not readable
 * or more than a day ahead, which counts as running. A later attempt of the same run takes over at once.
 */
function runningApply({ begun: [top] }, { now, run, attempt }) {
    if (top === undefined || isUnlocked(top))
        return undefined;
    const isSameRun = run !== undefined && top.run === run;
    if (isSameRun && attempt !== undefined && Number(attempt) > Number(top.attempt ?? NaN))
        return undefined;
    const left = Date.parse(top.until ?? '') - now.getTime();
    if (!(left <= DAY))
        return { apply: top };
    return left > 0 ? { apply: top, until: new Date(top.until ?? '') } : undefined;
}
/** Before the first push: the lock, the intent, and the test of the permission. Throws GitError. */
async function begin(place, record, apply) {
    const { repository, ref } = place;
    const running = runningApply(record, apply);
    if (running !== undefined)
        return { outcome: 'running', running };
    const { now, until } = apply;
    const message = messageOf(place, apply, {
        state: 'begun',
        until: until.toISOString(),
        open: String(record.begun.length + 1),
    });
    const parent = record.problem === undefined ? record.head : undefined;
    const commit = await (0,_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .commitFiles */ .zu)(repository, {
        message: (0,_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatMessage */ .hw)(message),
        parent,
        now,
        files: filesOf(apply),
    });
    const moved = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRef */ .LH)(repository, { ref, commit, expected: record.head });
    if (moved.outcome === 'moved') {
        const { tree } = await (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_1__/* .readCommit */ .kN)(repository.objects, commit);
        const { head: before, done, begun: over } = record;
        return { outcome: 'begun', held: { place, message, commit, tree, before, done: done?.commit, over } };
    }
    if (moved.outcome !== 'conflict')
        return moved;
    const other = runningApply(await readRecord(place), apply);
    return other === undefined ? { outcome: 'overtaken' } : { outcome: 'running', running: other };
}
function messageOf({ projectFile }, { summary, source, run, attempt, actor, approved, approvedBy, reads, now }, own) {
    const said = { summary, source, run, attempt, actor, approved, approvedBy, reads };
    return { ...said, ...own, id: (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)(), projectFile, since: now.toISOString(), tookOver: [] };
}
function filesOf({ ids, facts }) {
    const text = (0,_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatFacts */ .j3)(facts);
    const hasFacts = text !== undefined && !ids.has(_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .FACTS_PATH */ .Ob);
    return { ids, texts: new Map(hasFacts ? [[_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .FACTS_PATH */ .Ob, text]] : []) };
}
/**
 * Before a later push, and once after a lost answer. Changes `held`. Anything but `moved`: push no more. Throws GitError.
 */
async function extend(held, { until, now }) {
    const { repository, ref } = held.place;
    const message = { ...held.message, until: until.toISOString() };
    const [parent] = (await (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_1__/* .readCommit */ .kN)(repository.objects, held.commit)).parents;
    const commit = await (0,_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .commitTree */ .SC)(repository, { message: (0,_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatMessage */ .hw)(message), parent, now, tree: held.tree });
    const moved = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRef */ .LH)(repository, { ref, commit, expected: held.commit });
    if (moved.outcome === 'moved')
        Object.assign(held, { message, commit });
    return moved;
}
/** After the pushes were accepted. Throws GitError. */
async function finish(held, now) {
    const { place, done, over, tree } = held;
    const { until: _, open: __, ...said } = held.message;
    const message = { ...said, state: 'done', tookOver: over.map(takenOver) };
    const commit = await (0,_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .commitTree */ .SC)(place.repository, { message: (0,_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatMessage */ .hw)(message), parent: done, now, tree });
    return settle(held, commit);
}
/** Nothing was sent: the ref is as before. Throws GitError. */
function withdraw(held) {
    return settle(held, held.before);
}
/** Follows the id of the apply: one that was unlocked or extended meanwhile is still this one's. */
async function settle({ place, message, commit: own }, commit) {
    const { repository, ref } = place;
    for (let expected = own;;) {
        const moved = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRef */ .LH)(repository, { ref, commit, expected });
        if (moved.outcome !== 'conflict')
            return moved;
        const [top] = (await readRecord(place)).begun;
        if (top === undefined || top.id !== message.id || top.commit === expected)
            return moved;
        expected = top.commit;
    }
}
/** An apply that had nothing to send is done at once; it takes over what began before it. Throws GitError. */
async function recordDone(place, record, apply) {
    const { repository, ref } = place;
    const message = { ...messageOf(place, apply, { state: 'done' }), tookOver: record.begun.map(takenOver) };
    const commit = await (0,_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .commitFiles */ .zu)(repository, {
        message: (0,_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatMessage */ .hw)(message),
        parent: record.done?.commit,
        now: apply.now,
        files: filesOf(apply),
    });
    return (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRef */ .LH)(repository, { ref, commit, expected: record.head });
}
function takenOver({ source, actor, run }) {
    return { source, actor, run };
}
/** A person says that the apply has ended. Needs no clock: its end is then its beginning. Throws GitError. */
async function unlock({ repository, ref }, apply, now) {
    const { parent, tree, commit: expected } = apply;
    const message = (0,_record_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatMessage */ .hw)({ ...apply, until: beginningOf(apply) });
    const commit = await (0,_git_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .commitTree */ .SC)(repository, { message, parent, now, tree });
    return (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRef */ .LH)(repository, { ref, commit, expected });
}
/** Whether somebody unlocked it, or it said itself that it has ended. */
function isUnlocked(apply) {
    return apply.until === beginningOf(apply);
}
/** As the end of an apply: it has ended, whatever the clock says. */
function beginningOf({ since }) {
    return Number.isNaN(Date.parse(since)) ? new Date(0).toISOString() : since;
}


/***/ }),

/***/ 6269:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $t: () => (/* binding */ placeOf),
/* harmony export */   Ji: () => (/* binding */ recordRef),
/* harmony export */   M$: () => (/* binding */ recordsOf),
/* harmony export */   ft: () => (/* binding */ RECORDS),
/* harmony export */   pJ: () => (/* binding */ endOf),
/* harmony export */   zt: () => (/* binding */ projectFileOf)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
// Names the ref of a project's record after its server, repository and project file.

/**
 * `refs/confighub-sync/<host:port and base path>/<account>/<repository>`: the folder of the records of all projects that
 * apply to this repository of the server. Each part is one component that Git accepts.
 */
function recordsOf({ url, repository }) {
    const { host, pathname } = new URL(url);
    const slash = repository.indexOf('/');
    const parts = [
        host + pathname.replace(/\/+$/, ''),
        slash === -1 ? '' : repository.slice(0, slash),
        repository.slice(slash + 1),
    ];
    return `${RECORDS}/${parts.map(component).join('/')}`;
}
/**
 * `<records>/<path of the project file>/applied`. Two projects share a ref only if they are the same.
 * @param projectFile its path within the Git repository, with `/`
 */
function recordRef(target, projectFile) {
    return `${recordsOf(target)}${endOf(projectFile)}`;
}
/** How the names of all records of a project file end. */
function endOf(projectFile) {
    return `/${component(projectFile)}/applied`;
}
/** The folder of all records. */
const RECORDS = 'refs/confighub-sync';
/** What the name of a record says about its target; `undefined` if a part of the name was shortened. */
function placeOf(ref) {
    const [server, account, name] = ref
        .slice(RECORDS.length + 1)
        .split('/')
        .map((part) => (part.includes('=') ? undefined : decoded(part)));
    if (server === undefined || account === undefined || name === undefined)
        return undefined;
    return { server, repository: `${account}/${name}` };
}
/** Git appends `.lock` to the file name. */
const LONGEST = 200;
/**
 * The path of the project file in the name of a record's ref; `undefined` if the name was shortened or is no path.
 */
function projectFileOf(ref) {
    const name = ref.split('/').at(-2) ?? '';
    const path = decoded(name);
    if (path === undefined || name.includes('=') || /\p{C}/u.test(path))
        return undefined;
    return path;
}
function decoded(component) {
    try {
        return decodeURIComponent(component);
    }
    catch {
        return undefined;
    }
}
/** Percent-encodes a text as one component; `=` appears only where this module adds it. */
function component(text) {
    const encoded = [...text]
        .map(encode)
        .join('')
        .replace(/^\.|\.$|\.(?=\.|lock$)/g, '%2E');
    if (encoded === '')
        return '=';
    if (encoded.length <= LONGEST)
        return encoded;
    return `${encoded.slice(0, 120)}=${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(encoded).digest('hex')}`;
}
function encode(char) {
    if (/^[A-Za-z0-9_.-]$/.test(char))
        return char;
    // An unpaired surrogate has no UTF-8 bytes of its own.
    if (/^[\ud800-\udfff]$/.test(char))
        return `%u${char.charCodeAt(0).toString(16)}`;
    return [...Buffer.from(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}


/***/ }),

/***/ 9643:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bj: () => (/* binding */ fetchCommits),
/* harmony export */   LH: () => (/* binding */ moveRef),
/* harmony export */   b5: () => (/* binding */ refValuesBelow),
/* harmony export */   mt: () => (/* binding */ isPartial),
/* harmony export */   oq: () => (/* binding */ FETCH_OPTIONS),
/* harmony export */   y4: () => (/* binding */ refValues)
/* harmony export */ });
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5689);

/** The current values of these refs. Throws GitError if this clone is broken. */
function refValues(repository, refs) {
    return listed(repository, { patterns: refs, isWanted: (ref) => refs.includes(ref) });
}
/** The values of all refs below a folder of refs. Throws GitError if this clone is broken. */
function refValuesBelow(repository, folder) {
    const pattern = repository.origin ? `${folder}/*` : folder;
    return listed(repository, { patterns: [pattern], isWanted: (ref) => ref.startsWith(`${folder}/`) });
}
/** @param isWanted `ls-remote` also lists longer names with the same end, `for-each-ref` those with the same beginning */
async function listed(repository, { patterns, isWanted }) {
    const { origin } = repository;
    const list = origin
        ? ['ls-remote', '--quiet', 'origin', ...patterns]
        : ['for-each-ref', '--format=%(objectname)%09%(refname)', ...patterns];
    const answer = await repository.git(list, { network: origin });
    if (origin && answer.status !== 0)
        return { unreachable: (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .reasonOf */ .A3)(answer) };
    const lines = (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .textOf */ .b6)('Cannot read the refs of this clone', answer).split('\n');
    const pairs = lines.map((line) => [line.split('\t')[1] ?? '', line.split('\t')[0] ?? '']);
    return { values: new Map(pairs.filter(([ref]) => isWanted(ref))) };
}
/**
 * Fetches complete commits without leaving a ref, FETCH_HEAD or tag behind. A shallow clone gets only so many of each
 * history (default: one); a full one gets all, because a depth would make it shallow.
 */
async function fetchCommits(repository, commits, depth = 1) {
    const depths = repository.shallow ? [`--depth=${depth}`] : [];
    // A partial clone lacks contents of commits that it has: do not negotiate, and fetch everything.
    const partial = (await isPartial(repository)) ? ['-c', 'fetch.negotiationAlgorithm=noop'] : [];
    const options = [...FETCH_OPTIONS, '--no-filter', ...depths];
    return oneAtATime(repository, () => repository.git([...partial, 'fetch', ...options, 'origin', ...commits], { network: true }));
}
/** The last fetch into each clone. */
const fetches = new Map();
/** Two fetches into a shallow clone at the same time fail, and several targets share a clone. */
function oneAtATime({ topLevel }, fetch) {
    const next = (fetches.get(topLevel) ?? Promise.resolve()).then(fetch);
    fetches.set(topLevel, next.catch(() => undefined));
    return next;
}
/** No ref, no tag, no FETCH_HEAD, no submodules, nothing pruned. */
const FETCH_OPTIONS = [
    '--quiet',
    '--no-tags',
    '--no-prune',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    '--refmap=',
];
/** Whether the clone lacks contents of its commits, which Git fetches one by one where they are read. */
async function isPartial(repository) {
    const settings = await repository.settings();
    return settings.some(({ key }) => /^(?:extensions\.partialclone|remote\..*\.promisor)$/.test(key));
}
const PUSH_OPTIONS = ['--porcelain', '--no-verify', '--no-signed', '--no-follow-tags', '--recurse-submodules=no'];
/** Messages of servers about a ref that another client is moving at the same time. */
const BUSY = /cannot lock ref|unable to (?:create|lock)|file exists|reference already exists|but expected|stale info/i;
/** Such a ref is free again at once. */
const ATTEMPTS = 5;
/** By compare and swap. */
async function moveRef(repository, move, attempts = ATTEMPTS) {
    const { ref, commit, expected } = move;
    const moved = repository.origin
        ? await repository.git(['push', ...PUSH_OPTIONS, `--force-with-lease=${ref}:${expected ?? ''}`, 'origin', `${commit ?? ''}:${ref}`], { network: true })
        : await repository.git(['update-ref', '--stdin'], { input: commandFor(move) });
    if (moved.status === 0)
        return { outcome: 'moved' };
    // Messages differ between servers: read what the ref is now.
    const now = await refValues(repository, [ref]).catch((error) => {
        if (error instanceof _git_js__WEBPACK_IMPORTED_MODULE_0__/* .GitError */ .XS)
            return { unreachable: error.message };
        throw error;
    });
    if ('unreachable' in now)
        return { outcome: 'unreachable', reason: now.unreachable };
    const value = now.values.get(ref);
    // Only the answer was lost.
    if (value === commit)
        return { outcome: 'moved' };
    if (value !== expected)
        return { outcome: 'conflict' };
    // The ref was locked for a moment: not a refusal.
    if (attempts > 1 && BUSY.test(`${moved.stderr}\n${moved.stdout.toString()}`))
        return moveRef(repository, move, attempts - 1);
    return { outcome: 'refused', reason: refusalOf(moved) };
}
function commandFor({ ref, commit, expected }) {
    if (commit === undefined)
        return `delete ${ref} ${expected ?? ''}\n`;
    return expected === undefined ? `create ${ref} ${commit}\n` : `update ${ref} ${commit} ${expected}\n`;
}
function refusalOf(moved) {
    const reason = (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .reasonOf */ .A3)(moved);
    const status = /^!\t[^\t]*\t\[[^\]]*\] \((.*)\)$/m.exec(moved.stdout.toString())?.[1];
    return status !== undefined && /^failed to push some refs/.test(reason) ? status : reason;
}


/***/ }),

/***/ 2223:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ effectsOf)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(402);
/* harmony import */ var _resolution_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2811);
// The effect of a push: which contexts receive something else afterwards, and from which row before and after.



/** More elements on one path would take longer than a reader waits. */
const MAX_CONTEXTS = 20_000;
/**
 * The contexts in which the winning row changes, as patterns that do not overlap and together cover exactly them.
 * Contexts consist of the elements that rows name, the members of named groups, and, as `*`, any other element.
 * Sorted by level, any other element first. `undefined` if there are more than 20,000 contexts to compare.
 *
 * Which row wins: behaviour.md, section 14.
 */
function effectsOf(given) {
    const { groups, same } = given;
    const kept = new Set(given.before.filter((row) => given.after.includes(row)));
    let compared = 0;
    function regions(level, before, after) {
        const isChanged = [...before, ...after].some(({ row }) => !kept.has(row));
        if (!isChanged || compared > MAX_CONTEXTS)
            return [];
        if (level === groups.depth) {
            compared++;
            const [won, wins] = [winner(before, groups), winner(after, groups)];
            const isSame = won === wins || (won !== undefined && wins !== undefined && same(won, wins));
            return isSame ? [] : [{ elements: [], except: [], before: won, after: wins }];
        }
        const below = (element) => regions(level + 1, matching(before, level, element), matching(after, level, element));
        const others = below(undefined);
        const named = namesAt(level, [...before, ...after], groups).map((name) => ({ name, found: below(name) }));
        return [
            ...others.map((region) => {
                const without = named.filter(({ found }) => !found.some((one) => isEqual(one, region)));
                const names = without.map(({ name }) => name);
                return prefixed('*', region, names);
            }),
            ...named.flatMap(({ name, found }) => found.filter((one) => !others.some((other) => isEqual(one, other))).map((one) => prefixed(name, one))),
        ];
    }
    /** Rows that answer a request for this element, or for an element that no row names. */
    function matching(list, level, element) {
        return list.filter(({ elements }) => {
            const [one = '*', wanted] = [elements[level], element?.toLowerCase()];
            if (one === '*')
                return true;
            if (wanted === undefined)
                return false;
            return one === wanted || groups.members[level]?.get(one)?.has(wanted);
        });
    }
    const found = regions(0, given.before.map(ranked), given.after.map(ranked));
    if (compared > MAX_CONTEXTS)
        return undefined;
    return found.map(({ elements, except, before, after }) => ({ contexts: { elements, except }, before, after }));
}
function ranked(row, serial) {
    const { context } = row;
    return { row, elements: context.toLowerCase().split(';'), context, serial };
}
function winner(list, groups) {
    return list.length < 2 ? list[0]?.row : (0,_resolution_js__WEBPACK_IMPORTED_MODULE_1__/* .heaviest */ .iS)(list, (context) => (0,_resolution_js__WEBPACK_IMPORTED_MODULE_1__/* .weightOf */ .mm)(context, groups))?.row;
}
/** The elements that these rows name at a level, with the members of groups instead of the groups. Sorted. */
function namesAt(level, list, groups) {
    const names = new Map();
    for (const { context, elements } of list) {
        const name = elements[level] ?? '*';
        const members = groups.members[level]?.get(name);
        if (members !== undefined)
            for (const member of members)
                names.set(member, names.get(member) ?? member);
        else if (name !== '*')
            names.set(name, context.split(';')[level] ?? name);
    }
    return [...names.values()].sort((a, b) => (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.toLowerCase(), b.toLowerCase()));
}
function prefixed(element, region, except = []) {
    const rest = region.elements.map(() => '*');
    return {
        ...region,
        elements: [element, ...region.elements],
        except: [...except.map((name) => [name, ...rest]), ...region.except.map((pattern) => ['*', ...pattern])],
    };
}
function isEqual(a, b) {
    return a.before === b.before && a.after === b.after && (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .patternText */ .U)(a) === (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .patternText */ .U)(b);
}


/***/ })

};
