export const id = 952;
export const ids = [952];
export const modules = {

/***/ 8908:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ inTemporary)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _credentials_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2729);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7850);
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(221);
// A repository that is thrown away, to look into the history at origin and leave this clone as it is. [edge]






/** Throws GitError where there can be none. */
async function inTemporary(repository, use) {
    const dir = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'confighub-sync-'));
    try {
        const env = (0,_credentials_js__WEBPACK_IMPORTED_MODULE_5__/* .withConfig */ .NV)(aloneIn(repository.networkEnv), await remoteSettings(repository), 'first');
        // From the clone's top, because the address of origin may be relative to it.
        const place = ['-C', repository.topLevel, `--git-dir=${dir}`];
        const git = (args, network = false) => repository.run([...place, ...args], { env, network });
        (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b6)('A temporary repository cannot be made', await git(['init', '--quiet', '--bare', '--template=']));
        return await use({
            git: (args) => git(args),
            fetchHistory: (commits, options = []) => git(['fetch', ..._origin_js__WEBPACK_IMPORTED_MODULE_4__/* .FETCH_OPTIONS */ .oq, '--filter=tree:0', ...options, 'origin', ...commits], true),
        });
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(dir, { recursive: true, force: true });
    }
}
const TEMPORARY = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
/** The clone's settings are handed over whole: read twice, a header would be sent twice. */
function aloneIn(env) {
    return { ...env, ...TEMPORARY };
}
const NEEDED = /^(?:http|credential|url|protocol|ssh|remote\.origin\.(?:url|proxy|uploadpack)|core\.(?:sshcommand|askpass|gitproxy))(?:\.|$)/i;
/**
 * The settings with which the clone reaches origin, from all files that hold some for it: includes
 * that depend on the clone's place (as `actions/checkout` uses them) would not count elsewhere.
 */
async function remoteSettings(repository) {
    const listed = await repository.git(['config', '--list', '-z', '--show-scope']);
    const fields = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .bytesOf */ .$$)('The settings of this clone cannot be read', listed).toString().split('\0');
    const entries = [];
    for (let i = 0; i + 1 < fields.length; i += 2) {
        const [key = '', ...value] = (fields[i + 1] ?? '').split('\n');
        if (fields[i] === 'command' || !NEEDED.test(key))
            continue;
        entries.push([key, value.length === 0 ? 'true' : value.join('\n')]);
    }
    return entries;
}


/***/ }),

/***/ 8952:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  history: () => (/* binding */ history_history)
});

// EXTERNAL MODULE: ./lib/baseline/git-answer.js
var git_answer = __webpack_require__(7850);
// EXTERNAL MODULE: ./lib/baseline/local-refs.js
var local_refs = __webpack_require__(3719);
// EXTERNAL MODULE: ./lib/baseline/message.js
var message = __webpack_require__(5356);
// EXTERNAL MODULE: ./lib/baseline/origin.js
var origin = __webpack_require__(221);
// EXTERNAL MODULE: ./lib/baseline/temporary.js
var temporary = __webpack_require__(8908);
;// CONCATENATED MODULE: ./lib/baseline/history.js





/** At most `limit` applies. This clone stays as it is. Throws GitError where it is broken. */
async function readHistory(repository, { ref, limit }) {
    const remote = repository.origin
        ? await (0,origin/* remoteRefs */.dM)(repository, [ref])
        : { values: new Map() };
    const warnings = 'unreachable' in remote ? [`origin could not be reached (${remote.unreachable}).`] : [];
    const commit = 'values' in remote ? remote.values.get(ref) : undefined;
    if (commit !== undefined)
        return { entries: await atOrigin(repository, { commit, limit }), warnings };
    const own = await (0,local_refs/* localRef */.Zs)(repository, ref);
    const log = own === undefined ? undefined : await repository.git(logOf(own, limit));
    return { entries: log === undefined ? [] : entriesOf(log), warnings };
}
/** A clone may have the last record alone; the ones before are looked at elsewhere. */
function atOrigin(repository, { commit, limit }) {
    return (0,temporary/* inTemporary */.b)(repository, async ({ fetchHistory, git }) => {
        const fetched = await fetchHistory([commit], [`--depth=${limit}`]);
        if (fetched.status !== 0)
            throw new git_answer/* GitError */.XS('The history could not be fetched from origin', fetched);
        return entriesOf(await git(logOf(commit, limit)));
    });
}
/** The parent of a record is the apply before. */
function logOf(commit, limit) {
    const format = '--format=%cd%n%B%x00';
    const options = ['--no-show-signature', '--encoding=UTF-8', '--date=iso-strict'];
    return ['log', ...options, `--max-count=${limit}`, format, commit];
}
function entriesOf(log) {
    const records = (0,git_answer/* textOf */.b6)('The history of applies cannot be read', log).split('\0');
    return records
        .map((text) => text.replace(/^\n/, ''))
        .filter((text) => text !== '')
        .map(entryOf);
}
function entryOf(text) {
    const newline = text.indexOf('\n');
    const { source, actor, run, summary } = (0,message/* parseRecord */.Hh)(text.slice(newline + 1));
    const counts = (0,message/* countsOf */.mQ)(summary);
    return {
        time: new Date(text.slice(0, newline)).toISOString(),
        ...(source !== undefined && { commit: source }),
        ...(actor !== undefined && { actor }),
        ...(run !== undefined && { run }),
        ...(counts && { counts }),
    };
}

// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/commands/project.js + 3 modules
var project = __webpack_require__(3753);
// EXTERNAL MODULE: ./lib/commands/record-place.js
var record_place = __webpack_require__(2763);
;// CONCATENATED MODULE: ./lib/commands/history.js
// history: the applies that were recorded, newest first.




const DEFAULT_LIMIT = 20;
/** @param limit how many, as it was given */
async function history_history(options, surroundings, limit) {
    const count = Number(limit ?? DEFAULT_LIMIT);
    if (!Number.isInteger(count) || count < 1 || count > 100_000) {
        const message = 'The limit is a number of applies from 1 to 100000.';
        throw new errors/* CommandError */.Q({ code: 'bad-option', message });
    }
    const { git, ref } = await (0,record_place/* recordPlace */.Z)(options, surroundings);
    surroundings.onStep('Reading the history of applies');
    return readHistory(git, { ref, limit: count }).catch(project/* gitProblem */.w0);
}


/***/ }),

/***/ 2763:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ recordPlace)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _baseline_work_tree_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3263);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5413);
/* harmony import */ var _baseline_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8714);
/* harmony import */ var _project_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3753);
// Where a target's applies are recorded, for commands that look there and need no documents.






/** Throws {@link CommandError} outside Git. */
async function recordPlace(options, surroundings) {
    const { cwd, env, forge } = surroundings;
    const target = (0,_options_js__WEBPACK_IMPORTED_MODULE_3__/* .targetOf */ .$r)(options, (0,_project_js__WEBPACK_IMPORTED_MODULE_5__/* .readProjectFile */ .SI)(options, surroundings));
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(cwd, options.config));
    const git = await (0,_baseline_work_tree_js__WEBPACK_IMPORTED_MODULE_1__/* .openRepository */ .h)(folder, { env: { ...env }, forge }).catch(_project_js__WEBPACK_IMPORTED_MODULE_5__/* .gitProblem */ .w0);
    if (git !== undefined)
        return { git, ref: (0,_baseline_js__WEBPACK_IMPORTED_MODULE_4__/* .refOf */ .H)(git, target) };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
        code: 'no-git',
        message: 'This folder is in no Git repository, and applies are recorded in one.',
        hint: 'Run it in the folder of the project.',
    });
}


/***/ })

};
