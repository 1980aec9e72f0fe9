export const id = 714;
export const ids = [714];
export const modules = {

/***/ 8260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ readApplying),
/* harmony export */   g: () => (/* binding */ treeOf)
/* harmony export */ });
/* harmony import */ var _commit_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5022);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5356);
/* harmony import */ var _snapshot_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9985);
// What an announcement of an apply says, and the tree that holds what is to be applied.



/** What is at `applying` now; what cannot be read is a `problem`, never an error. */
async function readApplying(repository, { where, commit }) {
    try {
        const [files, message] = await Promise.all([
            (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_1__/* .readFiles */ .Ul)(repository, commit),
            (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_1__/* .readMessage */ ._8)(repository, commit),
        ]);
        const { source, run, actor, since, expires } = (0,_message_js__WEBPACK_IMPORTED_MODULE_2__/* .parseRecord */ .Hh)(message);
        const times = { since: timeOf(since), until: timeOf(expires) };
        return { where, commit, source, run, actor, ...defined(times), intents: intentsOf(files) };
    }
    catch (error) {
        if (!(error instanceof Error))
            throw error;
        return { where, commit, intents: [], problem: error.message };
    }
}
function timeOf(text) {
    const time = Date.parse(text ?? '');
    return Number.isNaN(time) ? undefined : new Date(time);
}
function defined({ since, until }) {
    return { ...(since && { since }), ...(until && { until }) };
}
/** The tree of an announcement has a folder for each intent: `0` its own, the others those taken over. */
function intentsOf(files) {
    const intents = new Map();
    for (const [path, content] of files) {
        const slash = path.indexOf('/');
        const intent = intents.get(path.slice(0, slash)) ?? new Map();
        intents.set(path.slice(0, slash), intent.set(path.slice(slash + 1), content));
    }
    return [...intents.values()];
}
/** Its own intent, and those of the dead ones that it takes over. */
function treeOf(intents) {
    const files = intents.flatMap((intent, i) => [...intent].map(([path, content]) => [`${_commit_js__WEBPACK_IMPORTED_MODULE_0__/* .OWN_INTENT */ .I + i}/${path}`, content]));
    return new Map(files);
}


/***/ }),

/***/ 2662:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ readApplied)
/* harmony export */ });
/* harmony import */ var _announcement_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8260);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7850);
/* harmony import */ var _local_refs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3719);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5356);
/* harmony import */ var _needed_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5670);
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(221);
/* harmony import */ var _ref_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5126);
/* harmony import */ var _refs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7469);
/* harmony import */ var _snapshot_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9985);
// The baseline: what was last applied, kept as a commit of its own, at origin where that is possible.









/**
 * Reads the baseline and the announcement beside it from origin; from this clone where origin cannot be reached,
 * has none, or does not exist. A baseline that is there and cannot be read is a warning. Throws GitError only where
 * this clone itself is broken.
 */
async function readApplied(repository, ref) {
    const refs = [ref, (0,_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .applyingRef */ .M)(ref)];
    const where = repository.origin ? 'origin' : 'local';
    const found = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .refValues */ .y)(repository, { where, refs });
    if ('unreachable' in found) {
        const values = await (0,_local_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .localRefs */ .S3)(repository, refs);
        const used = values.has(ref) ? "this clone's own baseline is used" : 'there is no baseline';
        const { unreachable } = found;
        const warning = `origin could not be reached (${unreachable}): ${used}.${(0,_needed_js__WEBPACK_IMPORTED_MODULE_7__/* .neededToReach */ .a)(unreachable)}`;
        return read(repository, { ref, where: 'local', values, warnings: [warning] });
    }
    const { values } = found;
    if (where === 'local')
        return read(repository, { ref, where, values, warnings: [] });
    const missing = await fetchAll(repository, values);
    const reason = missing.get(ref);
    const warnings = reason === undefined ? [] : [`The baseline could not be fetched (${reason}).`];
    return read(repository, { ref, where, values, warnings });
}
/** Reasons by ref of what could not be fetched. One commit that is gone does not keep the others away. */
async function fetchAll(repository, values) {
    if (values.size === 0)
        return new Map();
    const all = await (0,_origin_js__WEBPACK_IMPORTED_MODULE_3__/* .fetchCommits */ .Bj)(repository, [...values.values()]);
    if (all.status === 0)
        return new Map();
    const failed = new Map();
    for (const [ref, commit] of values) {
        const one = values.size === 1 ? all : await (0,_origin_js__WEBPACK_IMPORTED_MODULE_3__/* .fetchCommits */ .Bj)(repository, [commit]);
        if (one.status !== 0)
            failed.set(ref, (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_1__/* .reasonOf */ .A3)(one));
    }
    return failed;
}
async function read(repository, { ref, values, where, warnings }) {
    const commit = values.get(ref);
    const announced = values.get((0,_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .applyingRef */ .M)(ref));
    const applying = announced && { applying: await (0,_announcement_js__WEBPACK_IMPORTED_MODULE_0__/* .readApplying */ .Z)(repository, { where, commit: announced }) };
    if (commit !== undefined) {
        return { ...(await readCommit(repository, { where, commit, warnings })), ...applying };
    }
    // What origin does not take is kept in this clone.
    const own = where === 'origin' ? await (0,_local_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .localRef */ .Zs)(repository, ref) : undefined;
    if (own === undefined)
        return { found: false, where: 'local', warnings, ...applying };
    return { ...(await readCommit(repository, { where: 'local', commit: own, warnings })), ...applying };
}
async function readCommit(repository, { where, commit, warnings }) {
    try {
        const [files, message] = await Promise.all([
            (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_6__/* .readFiles */ .Ul)(repository, commit),
            (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_6__/* .readMessage */ ._8)(repository, commit),
        ]);
        return { found: true, where, commit, source: (0,_message_js__WEBPACK_IMPORTED_MODULE_8__/* .parseRecord */ .Hh)(message).source, files, warnings };
    }
    catch (error) {
        if (!(error instanceof Error))
            throw error;
        const warning = `There is no baseline: ${error.message}.`;
        return { found: false, where, commit, warnings: [...warnings, warning] };
    }
}


/***/ }),

/***/ 5022:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ OWN_INTENT),
/* harmony export */   SC: () => (/* binding */ commitTree),
/* harmony export */   zu: () => (/* binding */ commitFiles)
/* harmony export */ });
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7850);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5356);
/* harmony import */ var _snapshot_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9985);



/** Where the tree of an announcement has what it itself is to apply; behind it stands what dead ones had begun. */
const OWN_INTENT = 0;
/** Writes a commit that holds exactly these files, and moves no ref; its id. Throws GitError. */
async function commitFiles(repository, request) {
    const known = request.announced && (await knownTree(repository, request.announced, request.files));
    return commitTree(repository, { ...request, tree: known ?? (await (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_1__/* .writeTree */ .WM)(repository, request.files)) });
}
/** The announcement of the same files has their tree already. */
async function knownTree(repository, { tree, files }, same) {
    if (!(0,_snapshot_js__WEBPACK_IMPORTED_MODULE_1__/* .sameFiles */ .kk)(files, same))
        return undefined;
    const found = await repository.git(['rev-parse', '--verify', '--quiet', `${tree}:${OWN_INTENT}`]);
    return found.status === 0 ? (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_0__/* .textOf */ .b6)('The announcement cannot be read', found) : undefined;
}
/** The same of a tree that is there already. */
async function commitTree(repository, request) {
    const parent = await parentOf(repository, request.parent);
    const date = `@${Math.floor(request.now.getTime() / 1000)} +0000`;
    const by = request.isNobodys ? NOBODY : await identity(repository);
    const env = { ...by, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const input = (0,_message_js__WEBPACK_IMPORTED_MODULE_2__/* .formatRecord */ .bM)(request);
    const written = await repository.git(['commit-tree', request.tree, ...parent, '-F', '-'], { input, env });
    return (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_0__/* .textOf */ .b6)('The baseline cannot be committed', written);
}
/** A baseline that could not be fetched is replaced, but cannot be named as the one before. */
async function parentOf(repository, commit) {
    if (commit === undefined)
        return [];
    const exists = await repository.git(['cat-file', '-e', `${commit}^{commit}`]);
    return exists.status === 0 ? ['-p', commit] : [];
}
/** Who commits: whom git is configured for, and on a machine without that, this program. */
async function identity(repository) {
    const found = await repository.git(['config', '--null', '--get-regexp', '^user\\.(name|email)$']);
    // The last of several counts; the name of a setting is written in lower case, and its value behind a line break.
    const set = new Map(found.stdout
        .toString()
        .split('\0')
        .map((entry) => {
        const end = entry.indexOf('\n');
        return [entry.slice(0, end), entry.slice(end + 1).trim()];
    }));
    const wanted = {
        ...(set.get('user.name') ? {} : NAMED),
        ...(set.get('user.email') ? {} : ADDRESSED),
    };
    return Object.fromEntries(Object.entries(wanted).filter(([key]) => !repository.env[key]?.trim()));
}
const NO_REPLY = 'noreply@confighub-sync.invalid';
const NAMED = { GIT_AUTHOR_NAME: 'confighub-sync', GIT_COMMITTER_NAME: 'confighub-sync' };
const ADDRESSED = { GIT_AUTHOR_EMAIL: NO_REPLY, GIT_COMMITTER_EMAIL: NO_REPLY };
const NOBODY = { ...NAMED, ...ADDRESSED };


/***/ }),

/***/ 36:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ findCommit)
/* harmony export */ });
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(221);
// Any commit that a person names: in this clone, or at origin where its whole id is given.

/** `undefined`: there is no such commit. */
async function findCommit(repository, revision) {
    // What looks like an option is no name of a commit.
    if (revision.startsWith('-'))
        return undefined;
    const here = await resolve(repository, revision);
    if (here !== undefined || !repository.origin || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(revision))
        return here;
    const fetched = await (0,_origin_js__WEBPACK_IMPORTED_MODULE_0__/* .fetchCommits */ .Bj)(repository, [revision]);
    return fetched.status === 0 ? resolve(repository, revision) : undefined;
}
async function resolve(repository, revision) {
    const found = await repository.git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
    return found.status === 0 ? found.stdout.toString().trim() : undefined;
}


/***/ }),

/***/ 3719:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $X: () => (/* binding */ moveLocalRefs),
/* harmony export */   S3: () => (/* binding */ localRefs),
/* harmony export */   Zs: () => (/* binding */ localRef)
/* harmony export */ });
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7850);
// The same refs in this clone, where there is no origin or it takes none: their values, and moving them.

/** The value of a ref in this clone, whether its commit is there or not. Throws GitError. */
async function localRef(repository, ref) {
    const found = await repository.git(['rev-parse', '--verify', '--quiet', ref]);
    return found.status === 1 ? undefined : (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_0__/* .textOf */ .b6)(`The ref ${ref} cannot be read`, found);
}
/** Throws GitError. */
async function localRefs(repository, refs) {
    const listed = await repository.git(['for-each-ref', '--format=%(objectname) %(refname)', ...refs]);
    const lines = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_0__/* .textOf */ .b6)('The refs of this clone cannot be read', listed).split('\n');
    const pairs = lines.map((line) => [
        line.slice(line.indexOf(' ') + 1),
        line.split(' ')[0] ?? '',
    ]);
    // An argument stands for whatever lies below it, too.
    return new Map(pairs.filter(([ref]) => refs.includes(ref)));
}
/** Moves refs of this clone as `pushRefs` does at origin. Throws GitError where they cannot be written. */
async function moveLocalRefs(repository, moves) {
    const input = `start\n${moves.map(commandFor).join('')}prepare\ncommit\n`;
    const updated = await repository.git(['update-ref', '--stdin'], { input });
    if (updated.status === 0)
        return { outcome: 'moved' };
    const refs = moves.map(({ ref }) => ref);
    const values = await localRefs(repository, refs);
    if (moves.every(({ ref, expected }) => values.get(ref) === expected)) {
        (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_0__/* .textOf */ .b6)('The baseline cannot be recorded', updated);
    }
    return { outcome: 'conflict', values };
}
function commandFor({ ref, commit, expected }) {
    if (commit === undefined)
        return `delete ${ref} ${expected ?? ''}\n`;
    return expected === undefined ? `create ${ref} ${commit}\n` : `update ${ref} ${commit} ${expected}\n`;
}


/***/ }),

/***/ 5356:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hh: () => (/* binding */ parseRecord),
/* harmony export */   YG: () => (/* binding */ summaryOf),
/* harmony export */   bM: () => (/* binding */ formatRecord),
/* harmony export */   mQ: () => (/* binding */ countsOf)
/* harmony export */ });
const TRAILERS = [
    ['source', 'Source-Commit'],
    ['run', 'Run'],
    ['actor', 'Actor'],
    ['since', 'Since'],
    ['expires', 'Expires'],
    ['announcement', 'Announcement'],
];
/** The summary, an empty line, and a trailer for each of the others that is known. */
function formatRecord(record) {
    const trailers = TRAILERS.flatMap(([field, name]) => {
        const value = oneLine(record[field] ?? '');
        return value === '' ? [] : [`${name}: ${value}`];
    });
    const paragraphs = [oneLine(record.summary) || 'Apply', trailers.join('\n')];
    return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}
/** Reads what {@link formatRecord} wrote. A trailer that is not there is not in the result. */
function parseRecord(message) {
    const paragraphs = message.trimEnd().split('\n\n');
    const record = { summary: paragraphs[0] ?? '' };
    if (paragraphs.length < 2)
        return record;
    for (const line of paragraphs.at(-1)?.split('\n') ?? []) {
        const trailer = TRAILERS.find(([, name]) => line.startsWith(`${name}: `));
        if (trailer !== undefined)
            record[trailer[0]] = line.slice(trailer[1].length + 2);
    }
    return record;
}
/** The summary of an apply, which {@link countsOf} reads back. */
function summaryOf(what, { create, update, delete: destroy }) {
    return `Apply ${what}: ${create} added, ${update} changed, ${destroy} destroyed`;
}
/** `undefined` for what {@link summaryOf} did not write. */
function countsOf(summary) {
    const match = /: (\d+) added, (\d+) changed, (\d+) destroyed$/.exec(summary);
    if (match === null)
        return undefined;
    const [create, update, destroy] = match.slice(1).map(Number);
    return { create: create ?? 0, update: update ?? 0, delete: destroy ?? 0 };
}
function oneLine(text) {
    return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}


/***/ }),

/***/ 5670:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ neededToReach),
/* harmony export */   r: () => (/* binding */ neededFor)
/* harmony export */ });
// What a job of a workflow lacks that may not read or write refs at origin.
const PERSIST = '`persist-credentials` (or the action its `github-token`)';
/** What it needs to write them. */
function neededFor(reason) {
    return `\`permissions: contents: write\`${isAnonymous(reason) ? `, and actions/checkout its ${PERSIST}` : ''}`;
}
/** A sentence behind another, or nothing where it is not for want of a credential that origin gave no answer. */
function neededToReach(reason) {
    return isAnonymous(reason) ? ` In a workflow actions/checkout needs its ${PERSIST}.` : '';
}
/** Git asked for a credential, and nobody had one that helps. */
function isAnonymous(reason) {
    return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(reason);
}


/***/ }),

/***/ 221:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bj: () => (/* binding */ fetchCommits),
/* harmony export */   NV: () => (/* binding */ pushRefs),
/* harmony export */   dM: () => (/* binding */ remoteRefs),
/* harmony export */   oq: () => (/* binding */ FETCH_OPTIONS)
/* harmony export */ });
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7850);
// Conversations with the remote `origin` about refs: their values, their commits, and moving them. [edge]

/** The values that these refs have at origin now, asked in one conversation. */
async function remoteRefs(repository, refs) {
    const listed = await repository.git(['ls-remote', '--quiet', 'origin', ...refs], { network: true });
    if (listed.status !== 0)
        return { unreachable: (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_0__/* .reasonOf */ .A3)(listed) };
    const lines = listed.stdout.toString().split('\n');
    const pairs = lines.map((line) => [line.split('\t')[1] ?? '', line.split('\t')[0] ?? '']);
    // An argument is a pattern that matches the end of longer names too.
    return { values: new Map(pairs.filter(([ref]) => refs.includes(ref))) };
}
/**
 * Fetches commits, whole, without leaving a ref, FETCH_HEAD or tag behind. A shallow clone gets these
 * commits alone; a full one gets their parents too, because a depth would make it a shallow one.
 */
async function fetchCommits(repository, commits) {
    const depth = repository.shallow ? ['--depth=1'] : [];
    // What a partial clone says it has, it has without contents: say nothing, and ask for everything.
    const partial = (await isPartial(repository)) ? ['-c', 'fetch.negotiationAlgorithm=noop'] : [];
    const options = [...FETCH_OPTIONS, '--no-filter', ...depth];
    return repository.git([...partial, 'fetch', ...options, 'origin', ...commits], { network: true });
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
async function isPartial(repository) {
    const pattern = '^(extensions\\.partialclone|remote\\..*\\.promisor)$';
    return (await repository.git(['config', '--get-regexp', pattern])).status === 0;
}
const PUSH_OPTIONS = [
    '--porcelain',
    '--no-verify',
    '--no-signed',
    '--no-follow-tags',
    '--recurse-submodules=no',
];
/** What a server says of refs that somebody else is moving at this very moment. */
const BUSY = /cannot lock ref|unable to (?:create|lock)|file exists|reference already exists|but expected|stale info/i;
/** They are free again at once: whoever still fails then is refused for another reason. */
const ATTEMPTS = 5;
/** Moves refs at origin, in one transaction where origin knows any, or leaves them alone. */
async function pushRefs(repository, moves, attempts = ATTEMPTS) {
    const leases = moves.map(({ ref, expected }) => `--force-with-lease=${ref}:${expected ?? ''}`);
    const specs = moves.map(({ ref, commit }) => `${commit ?? ''}:${ref}`);
    const options = [...PUSH_OPTIONS, ...(moves.length > 1 ? ['--atomic'] : []), ...leases];
    const pushed = await repository.git(['push', ...options, 'origin', ...specs], { network: true });
    if (pushed.status === 0)
        return { outcome: 'moved' };
    if (/not support --atomic/.test(pushed.stderr))
        return pushOneByOne(repository, moves);
    // The words of a refusal differ from server to server; what the refs are now does not lie.
    const refs = moves.map(({ ref }) => ref);
    const now = await remoteRefs(repository, refs);
    if ('unreachable' in now)
        return { outcome: 'unreachable', reason: now.unreachable };
    const { values } = now;
    if (moves.every(({ ref, commit }) => values.get(ref) === commit))
        return { outcome: 'moved' };
    if (moves.some(({ ref, expected }) => values.get(ref) !== expected))
        return { outcome: 'conflict', values };
    // Whoever held them has moved them back, or on: it was no refusal, and to go on without a lock would be wrong.
    if (attempts > 1 && BUSY.test(`${pushed.stderr}\n${pushed.stdout.toString()}`))
        return pushRefs(repository, moves, attempts - 1);
    return { outcome: 'refused', reason: refusalOf(pushed) };
}
/** For a forge that knows no transaction of several refs: in order, up to the first that it does not move. */
async function pushOneByOne(repository, moves) {
    for (const move of moves) {
        const pushed = await pushRefs(repository, [move]);
        if (pushed.outcome !== 'moved')
            return pushed;
    }
    return { outcome: 'moved' };
}
function refusalOf(pushed) {
    const reason = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_0__/* .reasonOf */ .A3)(pushed);
    const status = /^!\t[^\t]*\t\[[^\]]*\] \((.*)\)$/m.exec(pushed.stdout.toString())?.[1];
    return status !== undefined && /^failed to push some refs/.test(reason) ? status : reason;
}


/***/ }),

/***/ 5126:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ applyingRef),
/* harmony export */   r: () => (/* binding */ baselineRef)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
// The names of a project's refs, of its baseline and of an apply under way: which server, which repository, which folder.

/**
 * `refs/confighub-sync/<host:port and base path>/<account>/<repository>/<folder, or =root>/applied`.
 * Two targets share a ref only if they are the same; each part is one component that Git accepts.
 */
function baselineRef({ url, repository, folder }) {
    const { host, pathname } = new URL(url);
    const slash = repository.indexOf('/');
    const parts = [
        host + pathname.replace(/\/+$/, ''),
        slash === -1 ? '' : repository.slice(0, slash),
        repository.slice(slash + 1),
    ];
    const names = [...parts.map(component), folder === '' ? '=root' : component(folder)];
    return `refs/confighub-sync/${names.join('/')}/applied`;
}
/** The ref beside `applied` by which an apply announces itself. */
function applyingRef(applied) {
    return applied.replace(/applied$/, 'applying');
}
/** Longer names do not fit into a file name once Git has added `.lock`. */
const LONGEST = 200;
/** What is not plain is percent-encoded; `=` appears only where this module puts it. */
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
    // Half a surrogate pair has no bytes of its own, and must not be taken for another half.
    if (/^[\ud800-\udfff]$/.test(char))
        return `%u${char.charCodeAt(0).toString(16)}`;
    return [...Buffer.from(char)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join('');
}


/***/ }),

/***/ 7469:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ moveRefs),
/* harmony export */   y: () => (/* binding */ refValues)
/* harmony export */ });
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7850);
/* harmony import */ var _local_refs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3719);
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(221);
// The refs of a project wherever they lie, at origin or in this clone: their values, and moving them.



/** Throws GitError where this clone itself is broken. */
async function refValues(repository, { where, refs }) {
    if (where === 'origin')
        return (0,_origin_js__WEBPACK_IMPORTED_MODULE_2__/* .remoteRefs */ .dM)(repository, refs);
    return { values: await (0,_local_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .localRefs */ .S3)(repository, refs) };
}
/** Moves all of the refs or none. A clone that cannot be written to refuses them. */
async function moveRefs(repository, { where, moves }) {
    if (where === 'origin')
        return (0,_origin_js__WEBPACK_IMPORTED_MODULE_2__/* .pushRefs */ .NV)(repository, moves);
    try {
        return await (0,_local_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .moveLocalRefs */ .$X)(repository, moves);
    }
    catch (error) {
        if (!(error instanceof _git_answer_js__WEBPACK_IMPORTED_MODULE_0__/* .GitError */ .XS))
            throw error;
        return { outcome: 'refused', reason: error.message };
    }
}


/***/ }),

/***/ 9985:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  bt: () => (/* binding */ listFolder),
  r0: () => (/* binding */ readContents),
  Ul: () => (/* binding */ readFiles),
  _8: () => (/* binding */ readMessage),
  kk: () => (/* binding */ sameFiles),
  WM: () => (/* binding */ writeTree)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/baseline/git.js
var git = __webpack_require__(6263);
// EXTERNAL MODULE: ./lib/baseline/git-answer.js
var git_answer = __webpack_require__(7850);
// EXTERNAL MODULE: ./lib/baseline/objects.js
var baseline_objects = __webpack_require__(2963);
;// CONCATENATED MODULE: ./lib/baseline/trees.js
/**
 * The regular files in a folder of a commit (`''`: its root), by path relative to it; symbolic links and submodules are
 * none of ours. `undefined` where there is no such folder, or a part of it is not there. Throws GitError.
 */
async function filesIn(objects, { commit, folder }) {
    let members = await membersOf(objects, `${commit}^{tree}`);
    for (const part of folder === '' ? [] : folder.split('/')) {
        const next = members?.find(({ mode, name }) => mode === FOLDER && name === part);
        members = next && (await membersOf(objects, next.id));
    }
    return members && below(objects, { members, prefix: '' });
}
const FOLDER = '40000';
async function below(objects, { members, prefix }) {
    const parts = await Promise.all(members.map(async ({ mode, name, id }) => {
        const path = `${prefix}${name}`;
        if (/^100\d{3}$/.test(mode))
            return [{ path, id }];
        if (mode !== FOLDER)
            return [];
        const inside = await membersOf(objects, id);
        return inside && below(objects, { members: inside, prefix: `${path}/` });
    }));
    const found = parts.filter((part) => part !== undefined);
    return found.length < parts.length ? undefined : found.flat();
}
/** `<mode> <name>\0<id in bytes>` each. */
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

;// CONCATENATED MODULE: ./lib/baseline/snapshot.js
// Files in a commit and out of it, byte for byte, with a handful of processes whatever their number. [edge]








/** Whether they are the same, byte for byte. */
function sameFiles(a, b) {
    if (a.size !== b.size)
        return false;
    for (const [path, bytes] of a) {
        const other = b.get(path);
        if (other === undefined || Buffer.compare(bytes, other) !== 0)
            return false;
    }
    return true;
}
/** Every regular file of the commit's tree. Throws where the commit or a content is not there. */
async function readFiles(repository, commit) {
    const entries = await listFolder(repository, { commit, folder: '' });
    return readContents(repository, { commit, entries });
}
/** The regular files in a folder of the commit (`''`: its root), by path relative to it. Throws GitError. */
async function listFolder({ objects }, { commit, folder }) {
    const files = await filesIn(objects, { commit, folder });
    if (files !== undefined)
        return files;
    const what = `${folder || 'The tree'} of ${commit} cannot be read`;
    throw new git_answer/* GitError */.XS(what, (0,git/* failure */.V2)('failed', 'it is not in this repository'));
}
/** Throws where a content is not there. */
async function readContents({ objects }, { commit, entries }) {
    const contents = await Promise.all(entries.map(({ id }) => objects.read(id)));
    return new Map(entries.map(({ path }, i) => [path, contents[i]?.content ?? missing(path, commit)]));
}
function missing(path, commit) {
    throw new Error(`${path} of ${commit} is not in this repository`);
}
/** The message of a commit that this program made. Throws GitError. */
async function readMessage({ objects }, commit) {
    const found = await objects.read(commit);
    if (found !== undefined)
        return (0,baseline_objects/* messageOf */.b)(found.content);
    const reason = (0,git/* failure */.V2)('failed', 'it is not in this repository');
    throw new git_answer/* GitError */.XS(`The baseline ${commit} cannot be read`, reason);
}
/**
 * Writes the files as blobs and a tree, touching neither index nor work tree; the tree's id. What is committed is not
 * written once more. Throws GitError.
 */
async function writeTree(repository, files) {
    const [paths, contents] = [[...files.keys()], [...files.values()]];
    const quick = await treeOf(repository, paths, await idsOf(repository, contents));
    // `git add -N`, and a partial clone, have ids in the index of what they do not have.
    const written = quick.status === 0 ? quick : await treeOf(repository, paths, await writeBlobs(repository, contents));
    return (0,git_answer/* textOf */.b6)('The tree of the baseline cannot be written', written);
}
async function treeOf(repository, paths, ids) {
    const input = paths.map((path, i) => `100644 ${ids[i] ?? ''}\t${path}\0`).join('');
    const dir = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'confighub-sync-'));
    try {
        const env = { GIT_INDEX_FILE: (0,external_node_path_.join)(dir, 'index') };
        const add = await repository.git(['update-index', '-z', '--index-info'], { input, env });
        return add.status === 0 ? await repository.git(['write-tree'], { env }) : add;
    }
    finally {
        await (0,promises_.rm)(dir, { recursive: true, force: true });
    }
}
/** The ids of blobs in the order of the contents; those that are in the index are not written. */
async function idsOf(repository, contents) {
    const known = new Set((await repository.index()).map(({ id }) => id));
    const [some = ''] = known;
    const ids = contents.map((content) => blobId(content, some.length));
    const missing = contents.filter((_, i) => !known.has(ids[i] ?? ''));
    const written = await writeBlobs(repository, missing);
    let next = 0;
    return ids.map((id) => (known.has(id) ? id : (written[next++] ?? '')));
}
/** As Git names it: by SHA-1, or by SHA-256 where its ids are that long. */
function blobId(content, length) {
    return (0,external_node_crypto_.createHash)(length === 64 ? 'sha256' : 'sha1')
        .update(`blob ${content.length}\0`)
        .update(content)
        .digest('hex');
}
/** The ids in the order of the contents. `fast-import` applies no filter: no line ending changes on the way. */
async function writeBlobs(repository, contents) {
    if (contents.length === 0)
        return [];
    const commands = contents.flatMap((content, i) => [
        Buffer.from(`blob\nmark :${i + 1}\ndata ${content.length}\n`),
        content,
        Buffer.from(`\nget-mark :${i + 1}\n`),
    ]);
    const input = Buffer.concat([...commands, Buffer.from('done\n')]);
    const imported = await repository.git(['fast-import', '--quiet', '--done'], { input });
    return (0,git_answer/* textOf */.b6)('The contents of the baseline cannot be written', imported).split('\n');
}


/***/ }),

/***/ 8714:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  m: () => (/* binding */ readBaseline),
  H: () => (/* binding */ refOf)
});

// EXTERNAL MODULE: ./lib/baseline/applied.js
var baseline_applied = __webpack_require__(2662);
// EXTERNAL MODULE: ./lib/baseline/git.js
var baseline_git = __webpack_require__(6263);
// EXTERNAL MODULE: ./lib/baseline/ref.js
var ref = __webpack_require__(5126);
// EXTERNAL MODULE: ./lib/baseline/snapshot.js + 1 modules
var snapshot = __webpack_require__(9985);
// EXTERNAL MODULE: ./lib/desired/load.js + 13 modules
var load = __webpack_require__(6552);
// EXTERNAL MODULE: ./lib/desired/project-files.js
var project_files = __webpack_require__(4501);
// EXTERNAL MODULE: ./lib/model/union.js
var union = __webpack_require__(2670);
// EXTERNAL MODULE: ./lib/commands/first-mistake.js
var first_mistake = __webpack_require__(5957);
// EXTERNAL MODULE: ./lib/model/changed.js
var changed = __webpack_require__(5365);
;// CONCATENATED MODULE: ./lib/commands/as-recorded.js
// A record of the very files that were just read: they are not read a second time.

/**
 * The state as its files give it in a record, where nobody knows what a variable held. What names none is shared, so
 * that whoever compares the two sees at once that it is the same.
 */
function asRecorded(state) {
    const forget = (value) => (value.variable === undefined ? value : forgotten(value, { text: null }));
    const keys = (0,changed/* changed */.t)(state.keys, (key) => {
        const values = (0,changed/* changed */.t)(key.values, forget);
        return values === key.values ? key : { ...key, values };
    });
    const files = (0,changed/* changed */.t)(state.files, (file) => file.variable === undefined ? file : forgotten(file, { content: '' }));
    return keys === state.keys && files === state.files ? state : { keys, files };
}
function forgotten({ variable: _, ...item }, nothing) {
    return { ...item, ...nothing, unknown: true };
}

// EXTERNAL MODULE: ./lib/commands/revision.js
var revision = __webpack_require__(8261);
;// CONCATENATED MODULE: ./lib/commands/baseline.js
// The baseline of a target: found, parsed by the same parser, or the reason why there is none.










/** The ref that holds a target's baseline. */
function refOf(git, { url, repository }) {
    const name = `${repository.account}/${repository.name}`;
    return (0,ref/* baselineRef */.r)({ url, repository: name, folder: git.folder });
}
/** What was last applied; or what `--baseline` names in its place, with the record beside it. */
async function readBaseline(project, { target, options, applied }) {
    const recorded = await readRecorded(project, { target, ...(applied && { applied }) });
    if (options.baseline === undefined)
        return recorded;
    const { state: _, ...record } = recorded;
    if (options.baseline === false) {
        const { announced: __, pushed: ___, ...left } = record;
        return { ...left, reason: 'this plan is made without a baseline' };
    }
    const chosen = await (0,revision/* revisionBaseline */.$0)(project, options.baseline);
    const pushed = record.pushed ?? chosen.state;
    const warnings = [...record.warnings, ...chosen.warnings];
    return { ...record, ...chosen, warnings, ...(pushed && { pushed }) };
}
const UNREADABLE = 'the record of the last apply cannot be read';
async function readRecorded(project, { target, applied: reading }) {
    const { git } = project;
    if (git === undefined) {
        return {
            reason: 'this folder is in no Git repository, so nothing says what was applied before',
            warnings: [],
        };
    }
    const ref = refOf(git, target);
    try {
        const applied = (await reading) ?? (await (0,baseline_applied/* readApplied */.W)(git, ref));
        return withAnnounced(project, parseRecord(project, { ref, applied }));
    }
    catch (error) {
        if (!(error instanceof baseline_git/* GitError */.XS))
            throw error;
        return { ref, reason: UNREADABLE, warnings: [error.message], isUnknown: true };
    }
}
function parseRecord(project, { ref, applied }) {
    const { warnings } = applied;
    if (!applied.found) {
        // Without a warning there is no record anywhere; with one there may be.
        const isUnknown = applied.commit !== undefined || warnings.length > 0;
        if (!isUnknown)
            return { ref, applied, reason: 'nothing was applied from here before', warnings };
        return { ref, applied, reason: UNREADABLE, warnings, isUnknown };
    }
    const source = applied.source === undefined ? {} : { source: applied.source };
    const read = (0,snapshot/* sameFiles */.kk)(project.files, applied.files)
        ? asRecorded(project.state)
        : readRecord(project, applied.files);
    if (!('mistake' in read))
        return { ref, applied, ...source, state: read, pushed: read, reason: '', warnings };
    const { mistake } = read;
    const warning = `What was last applied can no longer be read (${mistake})`;
    return {
        ref,
        applied,
        ...source,
        reason: 'the record of the last apply can no longer be read',
        warnings: [...warnings, warning],
    };
}
/** An announcement beside the record: of a run that died, or that is still at it. */
function withAnnounced(project, recorded) {
    const { applying } = recorded.applied;
    if (applying === undefined)
        return recorded;
    const intents = applying.intents.map((files) => loadFiles(project, files));
    const mistakes = intents.flatMap((loaded) => (0,first_mistake/* firstMistake */.$)(loaded) ?? []);
    const warnings = [
        ...recorded.warnings,
        ...mistakes.map((mistake) => `What an apply announced can no longer be read (${mistake})`),
    ];
    const [first, ...others] = intents
        .filter((one) => (0,first_mistake/* firstMistake */.$)(one) === undefined)
        .map(({ state }) => state);
    if (first === undefined)
        return { ...recorded, warnings };
    const announced = (0,union/* unionOf */.Z)(first, ...others);
    const pushed = recorded.state === undefined ? announced : (0,union/* unionOf */.Z)(recorded.state, announced);
    return { ...recorded, announced, pushed, warnings };
}
function readRecord(project, files) {
    const loaded = loadFiles(project, files);
    const mistake = (0,first_mistake/* firstMistake */.$)(loaded);
    return mistake === undefined ? loaded.state : { mistake };
}
function loadFiles({ projectFile }, files) {
    return (0,load/* loadProject */.gi)((0,project_files/* filesInMemory */._o)(files), { env: 'unknown', projectFile });
}


/***/ }),

/***/ 5957:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ firstMistake)
/* harmony export */ });
/** The first mistake, with its place; `undefined`: there is none. */
function firstMistake({ diagnostics }) {
    const mistake = diagnostics.find(({ severity }) => severity === 'error');
    return mistake && `${mistake.place ?? mistake.file}: ${mistake.message}`;
}


/***/ }),

/***/ 8261:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $0: () => (/* binding */ revisionBaseline),
/* harmony export */   EX: () => (/* binding */ unknownRevision),
/* harmony export */   qi: () => (/* binding */ loadCommit)
/* harmony export */ });
/* harmony import */ var _baseline_find_commit_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(36);
/* harmony import */ var _baseline_git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6263);
/* harmony import */ var _baseline_snapshot_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9985);
/* harmony import */ var _desired_load_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6552);
/* harmony import */ var _desired_project_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4501);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(452);
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9932);
/* harmony import */ var _first_mistake_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5957);
// `--baseline <revision>`: the documents of any commit of this repository as the baseline.








/** Throws {@link CommandError} where there is no such commit; documents that cannot be read are a warning. */
async function revisionBaseline({ git, projectFile }, revision) {
    const commit = git && (await (0,_baseline_find_commit_js__WEBPACK_IMPORTED_MODULE_0__/* .findCommit */ .f)(git, revision));
    if (git === undefined || commit === undefined)
        throw unknownRevision(git, `The baseline is to be the commit \`${revision}\``);
    const reason = `the documents of ${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__/* .shortCommit */ .A)(commit)} cannot be read`;
    try {
        const loaded = await loadCommit(git, { commit, projectFile, env: 'unknown' });
        const mistake = (0,_first_mistake_js__WEBPACK_IMPORTED_MODULE_7__/* .firstMistake */ .$)(loaded);
        if (mistake !== undefined)
            return { reason, warnings: [`There is no baseline: ${reason} (${mistake})`] };
        const note = `The baseline is what commit ${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__/* .shortCommit */ .A)(commit)} declares, not what was last applied.`;
        return { state: loaded.state, reason: '', note, warnings: [] };
    }
    catch (error) {
        if (!(error instanceof _baseline_git_js__WEBPACK_IMPORTED_MODULE_1__/* .GitError */ .XS))
            throw error;
        return { reason, warnings: [`There is no baseline: ${error.message}.`] };
    }
}
/** @param what names the commit, as the beginning of a sentence */
function unknownRevision(git, what) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CommandError */ .Q({
        code: 'unknown-revision',
        message: `${what}, which is not in this repository.`,
        hint: git === undefined
            ? 'This folder is in no Git repository.'
            : 'Name a commit, a branch or a tag that is here. In a workflow, `fetch-depth: 0` of actions/checkout brings the history; a whole commit id is fetched.',
    });
}
/** Only what the project names is read, whatever else the commit holds: each round finds what the one before named. */
async function loadCommit(git, { commit, ...options }) {
    const listed = await (0,_baseline_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .listFolder */ .bt)(git, { commit, folder: git.folder });
    const listing = (0,_desired_project_files_js__WEBPACK_IMPORTED_MODULE_4__/* .filesInMemory */ ._o)(new Map(listed.map(({ path }) => [path, new Uint8Array()])));
    const contents = new Map();
    for (;;) {
        const wanted = new Set();
        const files = { ...listing, read: readerOf({ listing, contents, wanted }) };
        const loaded = (0,_desired_load_js__WEBPACK_IMPORTED_MODULE_3__/* .loadProject */ .gi)(files, options);
        if (wanted.size === 0)
            return loaded;
        const entries = listed.filter(({ path }) => wanted.has(path));
        for (const [path, bytes] of await (0,_baseline_snapshot_js__WEBPACK_IMPORTED_MODULE_2__/* .readContents */ .r0)(git, { commit, entries }))
            contents.set(path, bytes);
    }
}
function readerOf({ listing, contents, wanted }) {
    return (path) => {
        const bytes = contents.get(path);
        if (bytes !== undefined)
            return { bytes };
        const there = listing.read(path);
        if ('bytes' in there)
            wanted.add(path);
        return there;
    };
}


/***/ }),

/***/ 9932:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ shortCommit)
/* harmony export */ });
/** Enough of a commit id for people to recognise it. */
function shortCommit(commit) {
    return commit.slice(0, 10);
}


/***/ }),

/***/ 5365:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ changed)
/* harmony export */ });
// Items by id, some of them changed. States share what they do not change.
/** The very same items where none changes. */
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

/***/ 2670:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ unionOf)
/* harmony export */ });
const METADATA = ['vdt', 'readme', 'deprecated', 'push'];
/**
 * Every item of every state. Where two of them differ, it is `unknown` which of the texts holds, and metadata is left
 * open. What one declares absent is there if another declares it.
 */
function unionOf(first, ...others) {
    return others.reduce((all, one) => ({
        keys: merged(all.keys, one.keys, mergeKeys),
        files: merged(all.files, one.files, mergeFiles),
    }), first);
}
function merged(a, b, merge) {
    const all = new Map(a);
    for (const [id, item] of b) {
        const other = all.get(id);
        if (other === undefined || other.absent)
            all.set(id, item);
        else if (!item.absent)
            all.set(id, merge(other, item));
    }
    return all;
}
const mergeKeys = (a, b) => {
    const key = { ...a, values: merged(a.values, b.values, mergeValues) };
    for (const name of METADATA)
        if (a[name] !== b[name])
            delete key[name];
    return b.secret ? { ...key, secret: true } : key;
};
const mergeValues = (a, b) => ({
    ...a,
    ...((a.text !== b.text || a.unknown || b.unknown) && { unknown: true }),
    ...(b.secret && { secret: true }),
});
const mergeFiles = (a, b) => ({
    ...a,
    ...((a.content !== b.content || a.unknown || b.unknown) && { unknown: true }),
    ...(b.secret && { secret: true }),
});


/***/ })

};
