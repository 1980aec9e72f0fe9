export const id = 753;
export const ids = [753];
export const modules = {

/***/ 4045:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ committedPaths),
/* harmony export */   k: () => (/* binding */ untrackedPaths)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _model_diagnostic_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5602);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7850);
// Which files are exactly as the commit has them. [edge]



/**
 * Of the given paths, relative to the folder that was opened: those that are not in the index, nor lie behind a link
 * or in a submodule that is. Sorted.
 */
function untrackedPaths(index, paths) {
    const tracked = new Set(index.map(({ path }) => path));
    const isTracked = (path) => {
        const parts = path.split('/');
        return parts.some((_, i) => tracked.has(parts.slice(0, i + 1).join('/')));
    };
    return [...paths].filter((path) => !isTracked(path)).sort(_model_diagnostic_js__WEBPACK_IMPORTED_MODULE_2__/* .compareText */ .n6);
}
/**
 * Of the given paths, relative to the folder that was opened: those that Git has, and that are neither changed nor
 * ignored nor new. Throws GitError.
 */
async function committedPaths(repository, paths) {
    const dir = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(repository.topLevel, repository.folder);
    const { env } = repository;
    const [index, changed] = await Promise.all([
        repository.index(),
        repository.run(['-C', dir, 'status', '--porcelain', '-z', '--no-renames', '--', '.'], { env }),
    ]);
    const prefix = repository.folder === '' ? '' : `${repository.folder}/`;
    // Porcelain names paths from the top folder, the list of the index from ours.
    const entries = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_1__/* .bytesOf */ .$$)('The work tree cannot be compared', changed).toString().split('\0');
    const differing = new Set(entries.map((entry) => entry.slice(3)));
    const tracked = new Set(index.map(({ path }) => path));
    return new Set([...paths].filter((path) => tracked.has(path) && !differing.has(`${prefix}${path}`)));
}


/***/ }),

/***/ 2729:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DK: () => (/* binding */ isOnForge),
/* harmony export */   NV: () => (/* binding */ withConfig),
/* harmony export */   Y1: () => (/* binding */ forgeEntries),
/* harmony export */   gp: () => (/* binding */ basicCredential)
/* harmony export */ });
/** The credential as it stands in the request header: register it as a secret besides the token. */
function basicCredential(token) {
    return Buffer.from(`x-access-token:${token}`).toString('base64');
}
/**
 * The header for the forge. The empty value in front drops what `actions/checkout` left in the clone's
 * configuration: two Authorization headers are refused.
 */
function forgeEntries({ serverUrl, token }) {
    const key = `http.${serverUrl.replace(/\/+$/, '')}/.extraheader`;
    return [
        [key, ''],
        [key, `AUTHORIZATION: basic ${basicCredential(token)}`],
    ];
}
/** Is this remote on that forge, over http(s), and without a password of its own? */
function isOnForge(remoteUrl, serverUrl) {
    const remote = parse(remoteUrl);
    const forge = parse(serverUrl);
    if (remote === undefined || forge === undefined)
        return false;
    const base = `${forge.pathname.replace(/\/+$/, '')}/`;
    return remote.origin === forge.origin && remote.pathname.startsWith(base) && remote.password === '';
}
/** The environment with more configuration behind (or, `first`, in front of) what it already carries. */
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
/** `undefined` for what is no http(s) address: a path, `git@host:path`, `ssh://`. */
function parse(address) {
    try {
        const url = new URL(address);
        return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 7850:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $$: () => (/* binding */ bytesOf),
/* harmony export */   A3: () => (/* binding */ reasonOf),
/* harmony export */   XS: () => (/* binding */ GitError),
/* harmony export */   b6: () => (/* binding */ textOf),
/* harmony export */   uH: () => (/* binding */ clean)
/* harmony export */ });
// What git answers: its result, the one line that says why, and the error for what had to succeed.
/** A command of git that had to succeed did not. The message is one line, without credentials. */
class GitError extends Error {
    name = 'GitError';
    code;
    constructor(what, result) {
        super(`${what}: ${reasonOf(result)}`);
        const code = { missing: 'git-missing', timeout: 'git-timeout', failed: 'git-failed' };
        this.code = code[result.failure ?? 'failed'];
    }
}
/** Takes credentials out of what git prints: `https://user:password@host` and the given secrets. */
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
/** The line that says why, as one line without control characters: `fatal:` before `error:` before the rest. */
function reasonOf(result) {
    const lines = result.stderr
        .split(/[\r\n]+/)
        .map((line) => line
        .replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')
        .replace(/[\x00-\x1f\x7f]/g, ' ')
        .trim())
        .filter((line) => line !== '');
    const remote = lines.find((line) => /^remote: (?!(Enumerating|Counting|Compressing|Total|Resolving) )./.test(line));
    const chosen = remote ?? lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1);
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


/***/ }),

/***/ 6263:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EO: () => (/* binding */ runGit),
/* harmony export */   K1: () => (/* binding */ ending),
/* harmony export */   V2: () => (/* binding */ failure),
/* harmony export */   XS: () => (/* reexport safe */ _git_answer_js__WEBPACK_IMPORTED_MODULE_1__.XS),
/* harmony export */   _N: () => (/* binding */ end),
/* harmony export */   ni: () => (/* binding */ start),
/* harmony export */   tZ: () => (/* binding */ withoutRepository)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7850);
// Runs git: arguments as a list, bytes in and out, no prompt, no hook, no credential in sight. [edge]



const LOCAL_TIMEOUT_MS = 60_000;
/** Variables that would point git at another repository than the one that the project lies in. */
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
/** Every answer of git is a result, a failure to get one too: read `status`. Never throws. */
async function runGit(call) {
    const child = start(call);
    // A git that stops reading says why on stderr; the broken pipe itself says nothing.
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
    const stderr = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_1__/* .clean */ .uH)(Buffer.concat(errors).toString(), call.secrets);
    if (late)
        return failure('timeout', `git did not answer within ${Math.ceil(limit / 1000)} seconds`);
    if (error?.code === 'ENOENT')
        return failure('missing', 'git is not installed, or not in PATH');
    if (error !== undefined)
        return failure('failed', `git could not be started: ${error.message}`);
    if (status === null)
        return failure('failed', `git was ended by a signal: ${stderr}`);
    return { status, stdout: Buffer.concat(output), stderr };
}
function failure(kind, stderr) {
    return { status: -1, stdout: Buffer.alloc(0), stderr, failure: kind };
}
// A process group of its own: a time limit must end git's helpers too, and ssh must not find a terminal.
const DETACHED = process.platform !== 'win32';
/** A process whose ends are the caller's to watch. */
function start(call) {
    const settings = Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const options = { env: environmentOf(call), detached: DETACHED, windowsHide: true };
    return (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('git', [...settings, ...call.args], options);
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
/** The environment without what a Git hook, or a call from inside another repository, left in it. */
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
        // It ended by itself in the meantime.
    }
    // A helper that got away may hold the other ends open.
    for (const stream of [child.stdin, child.stdout, child.stderr])
        stream.destroy();
}


/***/ }),

/***/ 2963:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ messageOf),
/* harmony export */   n: () => (/* binding */ ObjectReader)
/* harmony export */ });
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6263);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7850);


/** Nothing asked for so long: whoever asks again starts it again. */
const IDLE_MS = 500;
/** `git cat-file --batch`, started when it is first needed. It keeps no program from ending. */
class ObjectReader {
    #start;
    #timeoutMs;
    #child;
    #waiting = [];
    #chunks = [];
    #size = 0;
    /** Of the object whose content is on its way. */
    #head;
    #timer;
    #isLate = false;
    constructor(start, timeoutMs) {
        this.#start = start;
        this.#timeoutMs = timeoutMs;
    }
    /** By its id, or by any name without a line break; `undefined`: there is none. Throws GitError. */
    read(name) {
        return new Promise((resolve, reject) => {
            const child = this.#child ?? this.#begin();
            this.#waiting.push({ resolve, reject });
            this.#watch(child);
            if (child.stdin.writableCorked === 0) {
                child.stdin.cork();
                process.nextTick(() => child.stdin.uncork());
            }
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
    /** While somebody waits, the process stays, but not for ever; when nobody does, it may go. */
    #watch(child) {
        const stdout = child.stdout;
        clearTimeout(this.#timer);
        if (this.#waiting.length > 0) {
            stdout.ref();
            this.#timer = setTimeout(() => {
                this.#isLate = true;
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
    /** The next answer that is whole. */
    #next() {
        this.#head ??= this.#readHead();
        if (this.#head === undefined)
            return undefined;
        const { id, type, size } = this.#head;
        if (type === '') {
            this.#head = undefined;
            return [this.#waiting.shift(), undefined];
        }
        // A line break ends it.
        if (this.#size < size + 1)
            return undefined;
        const all = this.#all();
        this.#keep(all.subarray(size + 1));
        this.#head = undefined;
        return [this.#waiting.shift(), { id, type, content: all.subarray(0, size) }];
    }
    /** `<id> <type> <size>`; anything else, as `<name> missing`, has no content. */
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
        const result = this.#isLate
            ? (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .failure */ .V2)('timeout', `git did not answer within ${Math.ceil(this.#timeoutMs / 1000)} seconds`)
            : error?.code === 'ENOENT'
                ? (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .failure */ .V2)('missing', 'git is not installed, or not in PATH')
                : (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .failure */ .V2)('failed', 'git gave no answer');
        const waiting = this.#waiting.splice(0);
        for (const { reject } of waiting)
            reject(new _git_answer_js__WEBPACK_IMPORTED_MODULE_1__/* .GitError */ .XS('Git cannot be asked for its objects', result));
        this.#keep(Buffer.alloc(0));
        this.#head = undefined;
        this.#isLate = false;
    }
}
/** What stands below the headers of a commit, in the encoding that they name. */
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


/***/ }),

/***/ 3263:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ openRepository)
/* harmony export */ });
/* unused harmony export GitRepository */
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _credentials_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2729);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6263);
/* harmony import */ var _objects_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2963);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7850);
// The Git repository that a project lies in: where, which commit, what of it is checked out. [edge]





const NETWORK_TIMEOUT_MS = 120_000;
/**
 * Opens the repository whose work tree holds `dir`. `undefined`: there is none, or no git.
 * Throws GitError where there is one and git refuses to read it (another owner, broken settings).
 */
async function openRepository(dir, options = {}) {
    const env = (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .withoutRepository */ .tZ)(options.env ?? process.env);
    const git = (...args) => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .runGit */ .EO)({ args: ['-C', dir, ...args], env });
    const [all, origin] = await Promise.all([
        git('rev-parse', ...INSIDE, '--show-toplevel'),
        git('remote', 'get-url', 'origin'),
    ]);
    const originUrl = origin.status === 0 ? origin.stdout.toString().trim() : undefined;
    const [isInside, shallow, prefix, topLevel, ...more] = all.stdout.toString().replace(/\n$/, '').split('\n');
    // More lines: there is a line break in a path.
    if (all.status !== 0 || isInside !== 'true' || topLevel === undefined || more.length > 0)
        return openByParts({ git, originUrl, options: { ...options, env } });
    const opened = { topLevel, folder: folderOf(prefix), shallow: shallow === 'true' };
    return new GitRepository({ ...opened, originUrl, options: { ...options, env } });
}
const INSIDE = ['--is-inside-work-tree', '--is-shallow-repository', '--show-prefix'];
/** Each path by itself, and whatever is wrong with the repository. */
async function openByParts({ git, ...opened }) {
    const [inside, top] = await Promise.all([git('rev-parse', ...INSIDE), git('rev-parse', '--show-toplevel')]);
    if (inside.failure === 'missing' || /not a git repository|cannot change to/.test(inside.stderr))
        return undefined;
    const [isInside, shallow, ...prefix] = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b6)('The Git repository cannot be read', inside).split('\n');
    if (isInside !== 'true')
        return undefined;
    const topLevel = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b6)('The top of the Git repository cannot be found', top);
    const folder = folderOf(prefix.join('\n'));
    return new GitRepository({ ...opened, topLevel, folder, shallow: shallow === 'true' });
}
function folderOf(prefix = '') {
    return prefix.replace(/\/$/, '');
}
/** A Git repository with a work tree. Made by {@link openRepository}. */
class GitRepository {
    /** Absolute path of the work tree. */
    topLevel;
    /** The folder that was opened, relative to the top, with `/`; `''` for the top itself. */
    folder;
    /** Was cloned without its whole history. */
    shallow;
    /** Has a remote of the name `origin`. */
    origin;
    /** Of the children. */
    env;
    /** The same with the credentials for `origin`. */
    networkEnv;
    /** Everything that is in Git, by name. */
    objects;
    #timeoutMs;
    #secrets;
    #head;
    constructor({ topLevel, folder, shallow, originUrl, options }) {
        const { env, forge, timeoutMs } = options;
        const usable = forge !== undefined && forge.token !== '' && (0,_credentials_js__WEBPACK_IMPORTED_MODULE_4__/* .isOnForge */ .DK)(originUrl ?? '', forge.serverUrl);
        this.topLevel = topLevel;
        this.folder = folder;
        this.shallow = shallow;
        this.origin = originUrl !== undefined;
        this.env = env;
        this.networkEnv = usable ? (0,_credentials_js__WEBPACK_IMPORTED_MODULE_4__/* .withConfig */ .NV)(env, (0,_credentials_js__WEBPACK_IMPORTED_MODULE_4__/* .forgeEntries */ .Y1)(forge)) : env;
        this.#timeoutMs = timeoutMs ?? NETWORK_TIMEOUT_MS;
        // With the network: in a partial clone somebody else's fetch may have left contents at origin.
        const call = { args: ['-C', topLevel, 'cat-file', '--batch'], env: this.networkEnv, network: true };
        this.objects = new _objects_js__WEBPACK_IMPORTED_MODULE_2__/* .ObjectReader */ .n(() => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .start */ .ni)(call), this.#timeoutMs);
        this.#secrets = forge === undefined ? [] : [forge.token, (0,_credentials_js__WEBPACK_IMPORTED_MODULE_4__/* .basicCredential */ .gp)(forge.token)];
    }
    /** Runs git in the top folder, with the credentials only where it may use them. */
    git(args, { input, network = false, env = {} } = {}) {
        const own = network ? this.networkEnv : this.env;
        return this.run(['-C', this.topLevel, ...args], {
            env: { ...own, ...env },
            network,
            ...(input && { input }),
        });
    }
    /** Runs git anywhere, with this repository's time limits and masks. */
    run(args, call) {
        const limit = call.network ? { timeoutMs: this.#timeoutMs } : {};
        return (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .runGit */ .EO)({ ...call, ...limit, args, secrets: this.#secrets });
    }
    /** As it is when it is first asked for; `undefined` on a branch without a commit. Throws GitError. */
    head() {
        this.#head ??= this.#readHead();
        return this.#head;
    }
    async #readHead() {
        const commit = await this.objects.read('HEAD^{commit}');
        if (commit !== undefined)
            return { commit: commit.id, message: (0,_objects_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .b)(commit.content).trimEnd() };
        const found = await this.git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
        if (found.status === 1)
            return undefined;
        const id = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b6)('The commit that is checked out cannot be found', found);
        throw new _git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS(`Commit ${id} cannot be read`, (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .failure */ .V2)('failed', 'it is not in this repository'));
    }
    /** What Git has, in the folder that was opened and below it. Throws GitError. */
    async index() {
        const dir = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(this.topLevel, this.folder);
        const listed = await this.run(['-C', dir, 'ls-files', '--stage', '-z'], { env: this.env });
        const lines = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .bytesOf */ .$$)('The index cannot be read', listed).toString().split('\0');
        return lines.slice(0, -1).map((line) => {
            const [mode = '', id = ''] = line.split(' ', 2);
            return { mode, id, path: line.slice(line.indexOf('\t') + 1) };
        });
    }
}


/***/ }),

/***/ 3753:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  wB: () => (/* binding */ ProjectError),
  no: () => (/* binding */ announceSecrets),
  w0: () => (/* binding */ gitProblem),
  k8: () => (/* binding */ hasProjectFile),
  Co: () => (/* binding */ openAround),
  U8: () => (/* binding */ openProject),
  SI: () => (/* binding */ readProjectFile)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/baseline/git.js
var git = __webpack_require__(6263);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
;// CONCATENATED MODULE: ./lib/baseline/missing.js
// What Git's index has and the work tree has not. [edge]



/**
 * Paths, relative to the folder that was opened, that the index has and the work tree has not: left
 * out by a sparse checkout, deleted without `git rm`, behind a link to what was left out, or in a
 * submodule that nobody fetched. Sorted.
 */
async function missingDocuments({ topLevel, folder }, { index, search }) {
    const dir = (0,external_node_path_.join)(topLevel, folder);
    const entries = new Map(index.flatMap((entry) => kindOf(entry, search)));
    const found = [...entries].map(([path, kind]) => ({ path, kind }));
    const missing = await Promise.all(found.map(({ path, kind }) => IS_MISSING[kind]((0,external_node_path_.join)(dir, path))));
    return found.filter((_, i) => missing[i]).sort((a, b) => (0,diagnostic/* compareText */.n6)(a.path, b.path));
}
/** What to look for, or nothing. */
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
    document: (path) => fails((0,promises_.lstat)(path)),
    link: (path) => fails((0,promises_.stat)(path)),
    submodule: async (path) => (await fails((0,promises_.stat)(path))) || (await (0,promises_.readdir)(path)).length === 0,
};
async function fails(looking) {
    try {
        await looking;
        return false;
    }
    catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        return code === 'ENOENT' || code === 'ENOTDIR';
    }
}

// EXTERNAL MODULE: ./lib/baseline/work-tree.js
var work_tree = __webpack_require__(3263);
// EXTERNAL MODULE: ./lib/desired/load.js + 13 modules
var load = __webpack_require__(6552);
// EXTERNAL MODULE: ./lib/desired/glob-paths.js
var glob_paths = __webpack_require__(9327);
// EXTERNAL MODULE: ./lib/desired/read-files.js + 2 modules
var read_files = __webpack_require__(4408);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./lib/commands/unhurried.js
// [edge] Long work in steps, with the event loop in between: what waits for a server goes on meanwhile.

/** The result of all steps. */
async function unhurried(steps) {
    for (;;) {
        const step = steps.next();
        if (step.done)
            return step.value;
        await (0,external_node_timers_promises_.setImmediate)();
    }
}

// EXTERNAL MODULE: ./lib/baseline/committed.js
var committed = __webpack_require__(4045);
// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
;// CONCATENATED MODULE: ./lib/commands/untracked.js
// Documents, and files that they name, which Git does not track: one machine has them, and no other run will.


/** How many are named; a generated project may have thousands. */
const MAX_NAMED = 3;
/** One warning for all of them. Before the first commit nothing is tracked, and nothing is said. */
async function untracked(git, { index, paths, display, }) {
    const found = (0,committed/* untrackedPaths */.k)(index, paths).map(display);
    if (found.length === 0 || (await git.head()) === undefined)
        return [];
    const [first] = found;
    if (first === undefined)
        return [];
    const more = found.length - MAX_NAMED;
    const names = `${found.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${(0,counted/* counted */.h)(more, 'more file')}` : ''}`;
    const warning = {
        severity: 'warning',
        code: 'untracked',
        message: `Git does not track ${names}: an apply of a commit goes without ${found.length === 1 ? 'it' : 'them'}.`,
        hint: 'Add with `git add` what belongs to the project, and exclude the rest in `include`.',
        file: first,
    };
    return [warning];
}

;// CONCATENATED MODULE: ./lib/commands/project.js
// The project as a command finds it: read and checked as a whole, with the Git repository around it.











/** Mistakes in the project's files: nothing was sent. */
class ProjectError extends errors/* CommandError */.Q {
    diagnostics;
    constructor(diagnostics) {
        const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
        super({
            code: 'invalid',
            message: `${errors} ${errors === 1 ? 'mistake' : 'mistakes'} in the project's files; nothing was sent.`,
        });
        this.diagnostics = diagnostics;
    }
}
/**
 * Reads the project. Throws {@link ProjectError} with all mistakes at once; `missingEnv: 'warning'` is for
 * commands that send nothing. `values` is where documents take theirs from, if not from the environment.
 */
async function openProject({ config }, { surroundings, missingEnv, values = surroundings.env, ...opened }) {
    const { cwd } = surroundings;
    const path = (0,external_node_path_.resolve)(cwd, config);
    const files = (0,read_files/* workTreeFiles */.B)((0,external_node_path_.dirname)(path), cwd);
    const { opening = openAround({ config }, surroundings) } = opened;
    const reading = { env: values, missingEnv, projectFile: (0,external_node_path_.basename)(path) };
    const loaded = await unhurried((0,load/* readProjectFiles */.bB)(files, reading));
    announceSecrets(loaded, surroundings.onSecret);
    const git = await opening.catch(gitProblem);
    const found = git === undefined ? [] : await besideGit(loaded, { git, display: files.display });
    const diagnostics = [...loaded.diagnostics, ...found].sort(diagnostic/* compareDiagnostics */.oV);
    if (diagnostics.some(({ severity }) => severity === 'error'))
        throw new ProjectError(diagnostics);
    return { ...loaded, diagnostics, projectFile: (0,external_node_path_.basename)(path), git };
}
/** The Git repository around the project; whoever waits for it hears what is wrong with it. */
function openAround({ config }, { cwd, env, forge }) {
    const opening = (0,work_tree/* openRepository */.h)((0,external_node_path_.dirname)((0,external_node_path_.resolve)(cwd, config)), { env: { ...env }, forge });
    opening.catch(() => undefined);
    return opening;
}
/** A repository that Git refuses to read, for example because somebody else owns it, is not the same as none. */
function gitProblem(error) {
    if (!(error instanceof git/* GitError */.XS))
        throw error;
    throw new errors/* CommandError */.Q({
        code: error.code,
        message: error.message,
        hint: 'See what `git status` says here; in a container, `git config --global --add safe.directory <folder>` may be missing.',
        cause: error,
    });
}
/** Whether there is a project file that can be read. */
function hasProjectFile({ config }, { cwd }) {
    const path = (0,external_node_path_.resolve)(cwd, config);
    return !('problem' in (0,read_files/* workTreeFiles */.B)((0,external_node_path_.dirname)(path), cwd).read((0,external_node_path_.basename)(path)));
}
/** The project file alone, without its documents; an empty project where there is no such file. */
function readProjectFile({ config }, { cwd }) {
    const path = (0,external_node_path_.resolve)(cwd, config);
    return (0,load/* loadProjectFile */.kB)((0,read_files/* workTreeFiles */.B)((0,external_node_path_.dirname)(path), cwd), (0,external_node_path_.basename)(path));
}
/** In what the work tree and Git's index differ. */
async function besideGit(loaded, { git, display }) {
    const index = await git.index();
    const paths = loaded.files.keys();
    const found = await Promise.all([
        project_missingDocuments(loaded, { git, index, display }),
        untracked(git, { index, paths, display }),
    ]);
    return found.flat();
}
/** A document that the commit has and the work tree has not must not look like one that was removed. */
async function project_missingDocuments(loaded, { git, index, display }) {
    const { include } = loaded.project;
    const search = { isDocument: (0,glob_paths/* matcher */.jN)(include), isSearched: (0,glob_paths/* searcher */.om)(include) };
    const missing = await missingDocuments(git, { index, search });
    return missing.map(({ path, kind }) => ({
        severity: 'error',
        code: 'file-missing',
        ...MISSING[kind](path),
        file: display(path),
    }));
}
const MISSING = {
    document: (path) => ({
        message: `Git has the document ${path}, the work tree has not: a sparse checkout, or removed without \`git rm\`.`,
        hint: 'Check it out, or remove it with `git rm` if it is meant to go.',
    }),
    submodule: (path) => ({
        message: `The submodule ${path} is not checked out, and \`include\` looks for documents in it.`,
        hint: 'Run `git submodule update --init`, in a workflow set `submodules: true` of actions/checkout; or exclude it in `include`.',
    }),
    link: (path) => ({
        message: `${path} is a symbolic link to nothing, and \`include\` would look for documents behind it.`,
        hint: 'Check out what it leads to, remove it with `git rm`, or exclude it in `include`.',
    }),
};
function announceSecrets({ state, passwords }, onSecret) {
    for (const password of passwords.all())
        onSecret(password);
    for (const key of state.keys.values()) {
        for (const value of key.values.values())
            if ((key.secret || value.secret) && value.text)
                onSecret(value.text);
    }
    for (const file of state.files.values())
        if (file.secret && file.content)
            onSecret(file.content);
}


/***/ }),

/***/ 1856:
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
// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
// EXTERNAL MODULE: ./lib/desired/hints.js
var hints = __webpack_require__(3364);
;// CONCATENATED MODULE: ./lib/desired/contexts.js
// Contexts as documents write them: syntax, number of levels, and one spelling for each element.



/** Checks contexts against the configured levels and against each other; remembers the spelling of elements. */
class Contexts {
    #levels;
    #spelling = new Map();
    #known = new Map();
    #depth;
    /** @param levels names of the levels where `confighub.yaml` gives them */
    constructor(levels) {
        this.#levels = levels;
    }
    /** The depth that documents write; `undefined` while they wrote nothing but `*`. */
    get depth() {
        return this.#depth;
    }
    /** The context that a text means, or `undefined` after reporting why it means none. */
    read(fields, node) {
        // What was wrong is said at every place where it stands.
        const known = this.#known.get(node.text);
        if (known !== undefined)
            return known;
        const context = this.#check(fields, node);
        if (context !== undefined)
            this.#known.set(node.text, context);
        return context;
    }
    #check(fields, node) {
        if (node.text.trim() === model_context/* EVERYWHERE */.Zh)
            return model_context/* EVERYWHERE */.Zh;
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
    /** Before anything is said of each of them: they may be thousands. */
    #tooMany(fields, node, count) {
        const most = this.#levels?.length ?? this.#depth?.levels;
        const limit = most === undefined || most > model_context/* MAX_LEVELS */.DD
            ? `a repository has at most ${model_context/* MAX_LEVELS */.DD} levels`
            : `the repository has ${(0,counted/* counted */.h)(most, 'level')}${this.#levelNames()}`;
        return fields.error({
            code: 'context-depth',
            at: node,
            message: `The context \`${(0,hints/* cut */.J)(node.text)}\` has ${(0,counted/* counted */.h)(count, 'element')}, ${limit}.`,
            hint: `Write ${Math.min(most ?? model_context/* MAX_LEVELS */.DD, model_context/* MAX_LEVELS */.DD)} of them, joined by \`;\`.`,
            related: this.#levels === undefined ? this.#depth?.place : undefined,
        });
    }
    #levelNames() {
        return this.#levels === undefined ? '' : ` (${(0,hints/* cut */.J)(this.#levels.join(';'))})`;
    }
    #checkElement(fields, node, element) {
        if (element === '*')
            return true;
        if (element === '') {
            fields.error({
                code: 'context-syntax',
                at: node,
                message: `The context \`${(0,hints/* cut */.J)(node.text)}\` has an empty element.`,
                hint: 'Write `*` for any.',
            });
            return false;
        }
        if (model_context/* ELEMENT_NAME */.Hi.test(element) && element.length <= model_context/* ELEMENT_NAME_MAX */.cc)
            return true;
        fields.error({
            code: 'context-name',
            at: node,
            message: `The server does not take \`${(0,hints/* cut */.J)(element)}\` as the name of a context element.`,
            hint: 'Letters, digits and - . _ + inside, at most 255 characters; `*` alone for any.',
        });
        return false;
    }
    #checkDepth(fields, node, elements) {
        const expected = this.#levels?.length ?? this.#depth?.levels ?? elements.length;
        if (elements.length === expected && expected <= model_context/* MAX_LEVELS */.DD) {
            this.#depth ??= { levels: expected, place: fields.place(node) };
            return true;
        }
        fields.error({
            code: 'context-depth',
            at: node,
            message: `The context \`${(0,hints/* cut */.J)(node.text)}\` has ${(0,counted/* counted */.h)(elements.length, 'element')}, the repository has ${(0,counted/* counted */.h)(expected, 'level')}${this.#levelNames()}.`,
            hint: depthHint(elements, expected),
            related: this.#levels === undefined ? this.#depth?.place : undefined,
        });
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
            message: `\`${(0,hints/* cut */.J)(element)}\` and \`${(0,hints/* cut */.J)(first.text)}\` are one context element to the server, which compares without case.`,
            hint: 'Write it in one way.',
            related: first.place,
        });
        return false;
    }
}
function depthHint(elements, expected) {
    if (elements.length > expected)
        return `Write ${expected} of them, joined by \`;\`.`;
    const padded = [...elements, ...Array(expected - elements.length).fill('*')].join(';');
    return `Nothing is padded. Did you mean \`${(0,hints/* cut */.J)(padded)}\`?`;
}

;// CONCATENATED MODULE: ./lib/desired/builder.js
// Declarations of all documents → one State. The same thing said twice, or two different things, names both places.




/** The server refuses other names with `Names may only contain …` (behaviour.md, section 7.1). */
const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;
/** Collects what documents declare. The order of documents does not change the state. */
class StateBuilder {
    contexts;
    state = (0,state/* emptyState */.p$)();
    #report;
    #isSecretName;
    #metadataPlaces = new Map();
    #options;
    constructor(options) {
        this.#options = options;
        this.contexts = new Contexts(options.levels);
        this.#isSecretName = options.isSecretName;
        this.#report = options.report;
    }
    /** An empty builder of the same kind, for what is read for its mistakes only. */
    scratch() {
        return new StateBuilder(this.#options);
    }
    /** The key of that name, declared here for the first time or once more; `undefined` for a name that cannot be. */
    key(name, place) {
        if (!KEY_NAME.test(name))
            return this.#badName(name, place);
        const known = this.state.keys.get((0,state/* keyId */.xs)(name));
        if (known === undefined) {
            const key = { name, values: new Map(), place };
            if (this.#isSecretName(name))
                key.secret = true;
            this.state.keys.set((0,state/* keyId */.xs)(name), key);
            return key;
        }
        if (known.name !== name)
            this.#keyCase(name, { place, known });
        return known;
    }
    /** What one document says of a key besides its values. */
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
                take(key, field, declared);
            else if (key[field] !== declared[field]) {
                this.#conflict(`Two different \`${field}\` for the key ${key.name}.`, place, known[field]);
            }
        }
    }
    /** Declares that the whole key must not exist. */
    absentKey(key, place) {
        key.absent = true;
        key.place = place;
    }
    value(key, value) {
        const id = (0,model_context/* contextId */.PF)(value.context);
        const first = key.values.get(id);
        if ((0,secrets/* looksSecret */.n0)(value.text))
            value.secret = true;
        if (first === undefined)
            key.values.set(id, value);
        else
            this.#twice('duplicate-value', `the key ${key.name}`, { ...value, first: first.place });
    }
    file(file) {
        const id = (0,state/* fileId */.qp)(file.path, file.context);
        const first = this.state.files.get(id);
        const isSecret = this.#isSecretName(file.path) || (0,secrets/* looksSecret */.n0)(file.content);
        if (file.securityGroup !== undefined || isSecret)
            file.secret = true;
        if (first === undefined)
            this.state.files.set(id, file);
        else
            this.#twice('duplicate-file', `the file ${file.path}`, { ...file, first: first.place });
    }
    /** The state in sorted order, so that the order of documents leaves no trace. */
    finish() {
        for (const key of this.state.keys.values()) {
            this.#checkAbsence(key);
            if (key.securityGroup !== undefined)
                key.secret = true;
            key.values = sorted(key.values);
        }
        const state = { keys: sorted(this.state.keys), files: sorted(this.state.files) };
        return { state, contexts: this.contexts };
    }
    #checkAbsence(key) {
        if (!key.absent)
            return;
        const places = this.#metadataPlaces.get(key) ?? {};
        const declared = [...key.values.values()].find((value) => !value.absent)?.place ?? Object.values(places)[0];
        if (declared !== undefined) {
            this.#conflict(`The key ${key.name} is declared, and declared with \`opp: delete\`.`, key.place, declared);
        }
    }
    #badName(name, place) {
        const why = name.trim() === ''
            ? 'is blank'
            : name.length > 120
                ? 'is longer than 120 characters'
                : 'has other characters';
        this.#report({
            severity: 'error',
            code: 'key-name',
            message: `The server does not take \`${name.length > 130 ? `${name.slice(0, 60)}…` : name}\` as the name of a key: it ${why}.`,
            hint: 'Letters, digits and [ ] ( ) * - . _ +, at most 120 characters.',
            place,
        });
        return undefined;
    }
    #keyCase(name, { place, known }) {
        this.#report({
            severity: 'error',
            code: 'key-case',
            message: `\`${name}\` and \`${known.name}\` are one key to the server, which compares without case.`,
            hint: 'Write it in one way.',
            place,
            ...(known.place === undefined ? {} : { related: known.place }),
        });
    }
    #twice(code, what, at) {
        const context = (0,model_context/* fullContext */.NH)(at.context, this.contexts.depth?.levels ?? 1);
        this.#report({
            severity: 'error',
            code,
            message: `A second declaration of ${what} in the context \`${context}\`.`,
            hint: 'Keep one of the two.',
            ...(at.place === undefined ? {} : { place: at.place }),
            ...(at.first === undefined ? {} : { related: at.first }),
        });
    }
    #conflict(message, place, related) {
        this.#report({
            severity: 'error',
            code: 'conflict',
            message,
            hint: 'Keep one of the two.',
            ...(place === undefined ? {} : { place }),
            ...(related === undefined ? {} : { related }),
        });
    }
}
function take(into, field, from) {
    into[field] = from[field];
}
/** Most are written in order. */
function sorted(items) {
    let last = '';
    let isSorted = true;
    for (const id of items.keys()) {
        isSorted &&= last <= id;
        last = id;
    }
    if (isSorted)
        return items;
    return new Map([...items.keys()].sort().map((id) => [id, items.get(id)]));
}


/***/ }),

/***/ 3175:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ isShown),
/* harmony export */   p: () => (/* binding */ ContentReader)
/* harmony export */ });
/* harmony import */ var _model_secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6796);
/* harmony import */ var _project_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4501);
/* harmony import */ var _tree_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6984);
// Where a text comes from: written in the document, a file beside it (`path`), or the environment (`env`).



/** Variables that belong to this program, the runner or Node: a document must not send them anywhere. */
const FORBIDDEN_ENV = /^(?:CONFIGHUB|GITHUB|ACTIONS|RUNNER|INPUT|NODE)_/i;
const FOR_VALUE = {
    isMissing: (text) => text === '',
    hint: 'Set it, in a workflow under `env:` of the step; for an empty value write `""` in the document.',
};
const FOR_PASSWORD = {
    isMissing: (text) => text.trim() === '',
    hint: 'Set it to the password of the group, in a workflow under `env:` of the step.',
};
/** What is longer, or looks like a secret, is hardly the name of a file or a variable: it may be the very text. */
const MAX_SHOWN_NAME = 60;
/** Whether it may be the name that it should be. */
function isShown(name) {
    return name.length <= MAX_SHOWN_NAME && !(0,_model_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .looksSecret */ .n0)(name);
}
/** What all values and files may hold together that a `path` names: it is sent as one text, or as a few. */
const MAX_TOTAL = 256 * 1024 * 1024;
/** Resolves `path` and `env`; each content file is read once and remembered by path. */
class ContentReader {
    files;
    /** Bytes of every file that a `path` names, by path relative to the root. */
    contents = new Map();
    #texts = new Map();
    /** Characters, as often as they are named. */
    #total = 0;
    #env;
    #missingEnv;
    constructor(options) {
        this.files = options.files;
        this.#env = options.env;
        this.#missingEnv = options.missingEnv;
    }
    /** A scalar's source text; `null` written out is a value, nothing at all is a question. */
    scalar(fields, node) {
        if (node.kind !== 'scalar') {
            return fields.error({
                code: 'wrong-type',
                at: node,
                message: 'A text stands here, not a mapping or a list.',
            });
        }
        if ((0,_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .isNull */ .kZ)(node))
            return { text: null };
        if (!(0,_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .isNothing */ .qv)(node))
            return { text: node.text };
        return fields.error({
            code: 'empty-value',
            at: node,
            message: 'There is nothing behind the colon.',
            hint: 'Write `""` for an empty text, or `null` for a value that is null.',
        });
    }
    /** The content of the file that `path` names, relative to the document that `fields` reads. */
    path(fields, entry, document) {
        const reference = fields.text(entry);
        if (reference === undefined)
            return undefined;
        const at = entry.value;
        const path = (0,_project_files_js__WEBPACK_IMPORTED_MODULE_1__/* .resolvePath */ .o1)(document, reference);
        if (path === undefined) {
            const hint = 'Paths are relative to the document and stay inside the folder of confighub.yaml.';
            return fields.error({
                code: 'outside-root',
                at,
                message: `${isShown(reference) ? `\`${reference}\`` : 'This path'} leads out of the project.`,
                hint,
            });
        }
        const known = this.#texts.get(path);
        if (known !== undefined)
            return this.#counted(fields, at, known);
        const found = this.files.read(path);
        // A record leaves out contents that were not committed: then nobody knows what they were.
        if ('problem' in found && this.#env === 'unknown')
            return { text: null, unknown: true, secret: true };
        const shown = isShown(reference) ? path : '…';
        if ('problem' in found) {
            const message = found.problem.message.replaceAll(path, shown);
            return fields.error({ at, ...found.problem, message });
        }
        this.contents.set(path, found.bytes);
        const decoded = (0,_project_files_js__WEBPACK_IMPORTED_MODULE_1__/* .decodeUtf8 */ ._6)(found.bytes);
        if ('line' in decoded) {
            const message = `${shown} is not UTF-8 text (line ${decoded.line}).`;
            return fields.error({
                code: 'not-utf8',
                at,
                message,
                hint: 'The server holds text only; convert the file to UTF-8.',
            });
        }
        if (!decoded.text.includes('\0')) {
            this.#texts.set(path, decoded.text);
            return this.#counted(fields, at, decoded.text);
        }
        return fields.error({
            code: 'bad-text',
            at,
            message: `${shown} holds a NUL character, which the server cannot store.`,
            hint: 'Take it out.',
        });
    }
    #counted(fields, at, text) {
        const before = this.#total;
        this.#total += text.length;
        if (this.#total <= MAX_TOTAL)
            return { text };
        if (before > MAX_TOTAL)
            return undefined;
        const message = 'The contents of all files up to here are longer than 256 MiB together.';
        return fields.error({ code: 'file-unreadable', at, message, hint: 'Name fewer, or split the project.' });
    }
    /** The value of the variable that `env` names. An empty one counts as missing: that is how an unset secret arrives. */
    env(fields, entry) {
        return this.#variable(fields, entry, FOR_VALUE);
    }
    /** The same for a password. Blanks are none: the server would store in the clear, and say nothing. */
    password(fields, entry) {
        return this.#variable(fields, entry, FOR_PASSWORD);
    }
    #variable(fields, entry, { isMissing, hint }) {
        const name = fields.text(entry);
        if (name === undefined)
            return undefined;
        const shown = isShown(name) ? name : 'that `env` names';
        if (FORBIDDEN_ENV.test(name)) {
            return fields.error({
                code: 'env-forbidden',
                at: entry.value,
                message: `\`env\` cannot name ${isShown(name) ? name : 'this one'}: variables of this kind belong to the runner and to confighub-sync.`,
                hint: 'Hand the value over under another name.',
            });
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


/***/ }),

/***/ 3737:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KB: () => (/* binding */ refuseGroupOfDeleted),
/* harmony export */   QI: () => (/* binding */ checkFilePath),
/* harmony export */   Ul: () => (/* binding */ readFiles),
/* harmony export */   ZU: () => (/* binding */ isFileField),
/* harmony export */   iY: () => (/* binding */ readGroup),
/* harmony export */   tX: () => (/* binding */ filePathProblem)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
/* harmony import */ var _passwords_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6244);
/* harmony import */ var _tree_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6984);
// `files:` of a document: a path, its contexts, and the content for each.



const FILE_FIELDS = ['path', 'content', 'env', 'opp', 'securityGroup', 'password'];
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
            at: (0,_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .isNothing */ .qv)(entry.value) ? entry.key : entry.value,
            message: `The file \`${entry.key.text}\` needs its contexts, and a content for each.`,
            hint: 'Write `"*;*": { path: … }` or `"*;*": { content: … }` below it.',
        });
    }
    else if (isFileObject(node)) {
        addFile(at, { path: entry.key.text, entry, context: at.context ?? _model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .EVERYWHERE */ .Zh });
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
        at.builder.file({ path, context, place: at.fields.place(entry.key), ...content });
}
function readFileObject(at, entry) {
    const { fields, reader, document } = at;
    if (entry.value.kind !== 'mapping') {
        const hint = 'Write `{ path: … }` for a file beside this document, or `{ content: … }` for a text.';
        return fields.error({
            code: 'wrong-type',
            at: entry.value,
            message: 'The content of a file is given by a mapping.',
            hint,
        });
    }
    const found = fields.known(entry.value, FILE_FIELDS, 'A file');
    (0,_passwords_js__WEBPACK_IMPORTED_MODULE_1__/* .refusePassword */ .A)(fields, found.password);
    const group = readGroup(fields, found.securityGroup);
    const { password: _, securityGroup: __, ...contents } = found;
    const [given, second] = Object.values(contents);
    if (given === undefined || second !== undefined) {
        const message = 'A file has exactly one of `path`, `content`, `env` and `opp: delete`.';
        const hint = 'Write one of them; for an empty file `content: ""`.';
        return fields.error({ code: 'value-object', at: second?.key ?? entry.key, message, hint });
    }
    if (given === found.opp) {
        refuseGroupOfDeleted(fields, found.securityGroup);
        return fields.oneOf(given, ['delete'], 'bad-option') && { content: '', absent: true };
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
        return { ...marks, content: text ?? '', ...group };
    return fields.error({
        code: 'wrong-type',
        at: given.value,
        message: 'The content of a file cannot be null.',
    });
}
/** The group that a file is to be in, where one is declared. */
function readGroup(fields, entry) {
    const securityGroup = entry && fields.text(entry);
    return securityGroup === undefined ? {} : { securityGroup };
}
/** As of a key: what must not exist has nothing else to say. */
function refuseGroupOfDeleted(fields, entry) {
    if (entry === undefined)
        return;
    const message = 'A file with `opp: delete` needs no `securityGroup`.';
    fields.error({ code: 'conflict', at: entry.key, message, hint: 'Remove it.' });
}
/** Paths that the server would store under another name, or refuse (behaviour.md, section 10). */
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
/** What is wrong with a path, as the end of a sentence. */
function filePathProblem(path) {
    const problem = PATH_RULES.find(({ refuses }) => refuses.test(path));
    if (problem !== undefined)
        return problem.why;
    return path.length > 255 ? 'is longer than 255 characters' : undefined;
}
/** Names that make a mapping a file, and no contexts. */
function isFileField(name) {
    return FILE_FIELDS.some((field) => field === name);
}
const PATH_RULES = [
    { refuses: /^[\s\0-\x20]*$/, why: 'is blank', hint: 'Name a file.' },
    {
        refuses: /^\//,
        why: 'begins with a slash, which the server drops or keeps by turns',
        hint: 'Leave the slash out.',
    },
    // The server takes everything up to U+0020 for a blank, and the last part of a path for the name.
    { refuses: /\/[\0-\x20]*$/, why: 'ends in no name', hint: 'Name a file, not a folder.' },
    { refuses: /[\n\r\0]/, why: 'holds a line break or a NUL character', hint: 'Take it out.' },
];


/***/ }),

/***/ 6552:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  gi: () => (/* binding */ loadProject),
  kB: () => (/* binding */ loadProjectFile),
  bB: () => (/* binding */ readProjectFiles)
});

// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./lib/model/passwords.js
var model_passwords = __webpack_require__(5743);
// EXTERNAL MODULE: ./lib/model/project.js
var model_project = __webpack_require__(7404);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/desired/content.js
var content = __webpack_require__(3175);
// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
// EXTERNAL MODULE: ./lib/model/place.js
var place = __webpack_require__(5298);
// EXTERNAL MODULE: ./lib/desired/hints.js
var hints = __webpack_require__(3364);
// EXTERNAL MODULE: ./lib/desired/project-files.js
var project_files = __webpack_require__(4501);
;// CONCATENATED MODULE: ./lib/desired/source.js


/** 400,000 keys. What is larger could exhaust the memory, and no server would take it in one push. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const TOO_LARGE = {
    code: 'file-unreadable',
    message: 'This document is larger than 16 MiB.',
    hint: 'Split it, or move long texts into files and name them with `path`.',
};
function readSource(files, path, { report, bytes, missing, }) {
    const found = files.read(path);
    if ('problem' in found) {
        const problem = found.problem.code === 'file-missing' ? { ...found.problem, code: missing } : found.problem;
        const hint = missing === 'no-project-file'
            ? 'Run `confighub-sync init` to make one, or name it with --config.'
            : undefined;
        reportFile(files, path, { problem: hint === undefined ? problem : { ...problem, hint }, report });
        return undefined;
    }
    if (found.bytes.length > MAX_DOCUMENT_BYTES) {
        reportFile(files, path, { problem: TOO_LARGE, report });
        return undefined;
    }
    bytes.set(path, found.bytes);
    const decoded = (0,project_files/* decodeUtf8 */._6)(found.bytes);
    if ('text' in decoded)
        return new place/* Source */.k(files.display(path), decoded.text);
    // Good enough to point into, never to read a value from.
    const lossy = new TextDecoder().decode(found.bytes);
    const start = lossy.split('\n', decoded.line - 1).reduce((offset, line) => offset + line.length + 1, 0);
    report({
        severity: 'error',
        code: 'not-utf8',
        message: 'This line is not UTF-8 text.',
        hint: 'Convert the file to UTF-8.',
        place: new place/* Place */.Y(new place/* Source */.k(files.display(path), lossy), start),
    });
    return undefined;
}
function reportFile(files, path, { problem, report }) {
    report({ severity: 'error', ...problem, file: files.display(path) });
}

;// CONCATENATED MODULE: ./lib/desired/find-documents.js
// Which files of a project are documents: what `include` matches; and what is said where it matches nothing.




/** Far more than people keep in one project, and than memory holds. */
const MAX_DOCUMENTS = 10_000;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
function findDocuments(files, { project, projectFile, report, bytes }) {
    const listing = files.list(project.include);
    const paths = listing.paths.filter((path) => path !== projectFile);
    const found = readAll(files, { paths, bytes, problems: listing.problems });
    const place = placeOfInclude(project);
    for (const { path, ...problem } of listing.problems) {
        // A file that is not there has no text to point into; what names it has.
        if (problem.code === 'file-missing')
            report({ severity: 'error', ...problem, file: files.display(path), ...place });
        else
            reportFile(files, path, { problem, report });
    }
    return { found, listing };
}
/** All of them, or none and a problem, where they are too many or too large to be kept at the same time. */
function readAll(files, { paths, bytes, problems, }) {
    const tooMuch = (message) => {
        const hint = 'Move what is no document out of what `include` matches, or split the project.';
        problems.push({ path: paths[0] ?? '', code: 'file-unreadable', message, hint });
        return [];
    };
    if (paths.length > MAX_DOCUMENTS)
        return tooMuch(`\`include\` matches ${(0,counted/* counted */.h)(paths.length, 'file')}, more than ${(0,counted/* counted */.h)(MAX_DOCUMENTS, 'document')}.`);
    const found = [];
    let size = 0;
    for (const path of paths) {
        found.push(readFile(files, path, bytes));
        size += bytes.get(path)?.length ?? 0;
        if (size > MAX_TOTAL_BYTES)
            return tooMuch('What `include` matches is larger than 64 MiB.');
    }
    return found;
}
/** Reads without reporting: whether the file is a document at all is known only when all are read. */
function readFile(files, path, bytes) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const source = readSource(files, path, { report, bytes, missing: 'file-missing' });
    return { path, source: source ?? new place/* Source */.k(files.display(path), ''), diagnostics };
}
/** @param read how many documents there are, and whether any of them holds anything */
function reportEmptiness(files, read, { project, projectFile, report, listing }) {
    const place = placeOfInclude(project);
    if (read.holdNothing && listing.problems.length === 0) {
        const what = read.documents === 0 ? 'No document matches' : 'There is nothing in any document of';
        report({ ...noDocuments(files, { project, projectFile, what }), ...place });
    }
    if (read.documents > 0) {
        for (const glob of listing.unmatched)
            report({ ...nothingMatches(files.display(projectFile), glob), ...place });
    }
}
function placeOfInclude({ places: { include } }) {
    return include === undefined ? {} : { place: include };
}
/** Not an error: documents may be yet to come. */
function nothingMatches(file, glob) {
    return {
        severity: 'warning',
        code: 'no-documents',
        message: `No file matches \`${(0,hints/* cut */.J)(glob)}\`.`,
        hint: 'Correct it in `include`, or remove it.',
        file,
    };
}
function noDocuments(files, { project, projectFile, what }) {
    return {
        severity: 'error',
        code: 'no-documents',
        message: `${what} \`include\` (${project.include.map(hints/* cut */.J).join(', ')}).`,
        hint: 'An empty project is never applied. Add a document, or correct `include` in the project file.',
        file: files.display(projectFile),
    };
}

// EXTERNAL MODULE: ./lib/model/scope.js
var model_scope = __webpack_require__(997);
// EXTERNAL MODULE: ./lib/model/glob.js + 2 modules
var model_glob = __webpack_require__(4778);
// EXTERNAL MODULE: ./lib/desired/glob-paths.js
var glob_paths = __webpack_require__(9327);
;// CONCATENATED MODULE: ./lib/desired/globs.js
// Globs of the project file: checked, so that none keeps the program busy or leads out of the project's folder.



/** Globs of documents. */
function readInclude(fields, entry) {
    const globs = fields.texts(entry);
    if (globs === undefined || !areSimple(fields, entry, globs))
        return undefined;
    const escaping = globs.find(leadsOut);
    if (escaping === undefined)
        return globs;
    return fields.error({
        code: 'outside-root',
        at: entry.value,
        message: `\`${(0,hints/* cut */.J)(escaping)}\` leads out of the project's folder.`,
        hint: 'Globs are relative to the folder of confighub.yaml; move that file up if it must see more.',
    });
}
function leadsOut(glob) {
    const { includes, excludes } = (0,glob_paths/* expanded */.sz)([glob]);
    return [glob, ...includes, ...excludes].some((one) => /^\/|^[a-zA-Z]:|(^|[/{,])\.\.(\/|$)/.test(one));
}
const MAX_GLOB_LENGTH = 500;
const MAX_EXPANSIONS = 1000;
/** Globs of names. */
function readGlobs(fields, entry) {
    const globs = fields.texts(entry);
    return globs !== undefined && areSimple(fields, entry, globs) ? globs : undefined;
}
/** What would keep the program busy for minutes is refused before it is expanded: one glob, or all together. */
function areSimple(fields, entry, globs) {
    let expansions = 0;
    for (const glob of globs) {
        const problem = problemOf(glob, (count) => (expansions += count));
        if (problem === undefined)
            continue;
        refuseGlob(fields, entry, { glob, problem });
        return false;
    }
    return true;
}
function problemOf(glob, sum) {
    if (glob.length > MAX_GLOB_LENGTH)
        return `has more than ${MAX_GLOB_LENGTH} characters`;
    const count = (0,glob_paths/* countExpansions */.MQ)(glob);
    if (count > MAX_EXPANSIONS)
        return `stands for more than ${MAX_EXPANSIONS} globs`;
    if (sum(count) > MAX_EXPANSIONS)
        return `and those in front of it stand for more than ${MAX_EXPANSIONS} globs`;
    return (0,model_glob/* isTestable */.nd)(glob) ? undefined : 'is no glob, but an expression that could take for ever';
}
function refuseGlob(fields, entry, { glob, problem }) {
    return fields.error({
        code: 'bad-option',
        at: entry.value,
        message: `The glob \`${(0,hints/* cut */.J)(glob)}\` of \`${entry.key.text}\` ${problem}.`,
        hint: 'Write a simpler one, or several.',
    });
}

;// CONCATENATED MODULE: ./lib/desired/ownership.js


const SCOPE_FIELDS = ['keys', 'contexts', 'files'];
function readScope(fields, found) {
    const scope = found.scope && readScopeGlobs(fields, found.scope);
    const ignore = found.ignore && readScopeGlobs(fields, found.ignore);
    return (0,model_scope/* scopeOf */.O)({ ...(scope && { scope }), ...(ignore && { ignore }) });
}
function readScopeGlobs(fields, entry) {
    const name = `\`${entry.key.text}\``;
    const node = fields.mapping(entry.value, name);
    if (node === undefined)
        return undefined;
    const found = fields.known(node, SCOPE_FIELDS, name);
    const globs = {};
    for (const field of SCOPE_FIELDS) {
        const list = found[field] && readGlobs(fields, found[field]);
        if (list !== undefined)
            globs[field] = list;
    }
    return globs;
}
/** A declared item that is not ours to write is a mistake at its line: it would never arrive. */
function checkScope(state, { scope, report }) {
    if (scope === model_scope/* WHOLE_REPOSITORY */.D)
        return;
    for (const key of state.keys.values()) {
        if (!scope.key(key.name)) {
            report(outside(`The key ${key.name}`, key.place));
            continue;
        }
        for (const value of key.values.values()) {
            if (!scope.value(key.name, value.context))
                report(outside(`The value of ${key.name} in \`${value.context}\``, value.place));
        }
    }
    for (const file of state.files.values()) {
        if (!scope.file(file.path, file.context))
            report(outside(`The file ${file.path} in \`${file.context}\``, file.place));
    }
}
function outside(what, place) {
    return {
        severity: 'error',
        code: 'outside-scope',
        message: `${what} is outside of what this project answers for.`,
        hint: 'Widen `scope` (or narrow `ignore`) in confighub.yaml, or declare it in the project that owns it.',
        ...(place && { place }),
    };
}

// EXTERNAL MODULE: ./lib/model/limits.js
var model_limits = __webpack_require__(2645);
// EXTERNAL MODULE: ./lib/desired/fields.js
var desired_fields = __webpack_require__(7129);
;// CONCATENATED MODULE: ./lib/desired/limits.js
// `limits` of the project file: shares in percent, and numbers.


/** What is said and right; mistakes are reported. */
function readLimits(fields, entry) {
    const tree = fields.mapping(entry.value, '`limits`');
    const found = tree === undefined ? {} : fields.known(tree, model_limits/* LIMIT_NAMES */.x3, '`limits`');
    const limits = {};
    for (const name of model_limits/* LIMIT_NAMES */.x3) {
        const limit = found[name] && readLimit(fields, { name, entry: found[name] });
        if (limit !== undefined)
            limits[name] = limit;
    }
    return limits;
}
function readLimit(fields, { name, entry }) {
    const text = fields.text(entry);
    const limit = text === undefined ? undefined : (0,model_limits/* parseLimit */.Fv)(name, text);
    if (text === undefined || limit !== undefined)
        return limit;
    const { isShare } = model_limits/* LIMITS */.b1[name];
    return fields.error({
        code: 'wrong-type',
        at: entry.value,
        message: `\`${name}\` is ${isShare ? 'a share from 0% to 100%' : 'a whole number of items'}, not \`${(0,hints/* cut */.J)(text)}\`.`,
        ...(isShare && { hint: `Write it like \`${name}: 30%\`.` }),
    });
}

// EXTERNAL MODULE: ./lib/desired/parse.js + 4 modules
var parse = __webpack_require__(2930);
// EXTERNAL MODULE: ./lib/desired/passwords.js
var desired_passwords = __webpack_require__(6244);
;// CONCATENATED MODULE: ./lib/desired/project-file.js











function defaultProject() {
    return {
        include: [model_project/* DEFAULT_INCLUDE */.Zy],
        prune: 'managed',
        allowNewContexts: [],
        forceKeyPush: false,
        limits: (0,model_limits/* defaultLimits */.MK)(),
        redact: [],
        onDrift: 'keep',
        scope: model_scope/* WHOLE_REPOSITORY */.D,
        protect: [],
        places: {},
    };
}
/** What the file declares. Mistakes are reported; what they concern keeps its default. */
function readProject(source, { report, reader }) {
    const project = defaultProject();
    const trees = (0,parse/* parseTrees */.$)(source, report);
    const fields = new desired_fields/* Fields */.C(source, report);
    const second = trees[1];
    if (second !== undefined) {
        fields.error({
            code: 'wrong-type',
            at: second,
            message: 'The project file holds one document, not several.',
        });
    }
    const tree = trees[0] === undefined ? undefined : fields.mapping(trees[0], 'The project file');
    const found = tree === undefined ? {} : fields.known(tree, model_project/* PROJECT_FIELDS */.kU, 'The project file');
    readFields(fields, found, project);
    const passwords = found.passwords && (0,desired_passwords/* readPasswords */.x)(fields, found.passwords, reader);
    return { project, passwords: passwords ?? new model_passwords/* Passwords */.p() };
}
function readFields(fields, found, project) {
    for (const field of model_project/* PROJECT_FIELDS */.kU) {
        const entry = found[field];
        if (entry !== undefined)
            project.places[field] = fields.place(entry.value);
    }
    readVersion(fields, found.version);
    readTarget(fields, found, project);
    if (found.include)
        project.include = readInclude(fields, found.include) ?? project.include;
    if (found.prune)
        project.prune = fields.oneOf(found.prune, model_project/* PRUNE_MODES */.aS, 'bad-option') ?? project.prune;
    if (found.onDrift)
        project.onDrift = fields.oneOf(found.onDrift, model_project/* ON_DRIFT */.gD, 'bad-option') ?? project.onDrift;
    project.scope = readScope(fields, found);
    if (found.protect)
        project.protect = readGlobs(fields, found.protect) ?? [];
    if (found.allowNewContexts)
        project.allowNewContexts = fields.texts(found.allowNewContexts) ?? [];
    if (found.forceKeyPush)
        project.forceKeyPush = fields.boolean(found.forceKeyPush) ?? false;
    if (found.redact)
        project.redact = readGlobs(fields, found.redact) ?? [];
    if (found.limits)
        Object.assign(project.limits, readLimits(fields, found.limits));
    if (found.batch)
        readBatch(fields, found.batch, project);
}
function readVersion(fields, entry) {
    if (entry === undefined)
        return;
    const text = fields.text(entry);
    if (text === undefined || text === '1')
        return;
    fields.error({
        code: 'bad-option',
        at: entry.value,
        message: `This is version ${(0,hints/* cut */.J)(text)} of the format; this program knows version 1.`,
        hint: 'Use a newer confighub-sync, or write `version: 1`.',
    });
}
function readTarget(fields, found, project) {
    const url = found.url && fields.text(found.url);
    if (found.url && url !== undefined) {
        const parsed = (0,model_project/* parseUrl */.Dl)(url);
        if (parsed !== undefined)
            project.url = parsed;
        else
            fields.error({ code: 'bad-url', at: found.url.value, ...URL_PROBLEM });
    }
    const repository = found.repository && fields.text(found.repository);
    if (found.repository && repository !== undefined) {
        const parsed = (0,model_project/* parseRepository */.SU)(repository);
        if (parsed !== undefined)
            project.repository = parsed;
        else
            fields.error({ code: 'bad-repository', at: found.repository.value, ...REPOSITORY_PROBLEM });
    }
    const levels = found.levels && fields.texts(found.levels);
    if (levels !== undefined)
        project.levels = levels;
}
const URL_PROBLEM = {
    message: 'The address of the server is not a plain http or https URL.',
    hint: 'Write it like https://config.example.com, without a user, a password, ? or #.',
};
const REPOSITORY_PROBLEM = {
    message: 'The repository is not named as `account/name`.',
    hint: 'Write it like acme/shop; `confighub-sync info` lists the repositories of a server.',
};
function readBatch(fields, entry, project) {
    const text = fields.text(entry);
    if (text === undefined || text === 'atomic')
        return;
    if (/^[1-9]\d{0,8}$/.test(text))
        project.batch = Number(text);
    else {
        const message = '`batch` is `atomic` or a number of values per request.';
        fields.error({ code: 'bad-option', at: entry.value, message });
    }
}

// EXTERNAL MODULE: ./lib/desired/builder.js + 1 modules
var desired_builder = __webpack_require__(1856);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/desired/files.js
var files = __webpack_require__(3737);
// EXTERNAL MODULE: ./lib/model/vdt.js
var model_vdt = __webpack_require__(2783);
// EXTERNAL MODULE: ./lib/desired/tree.js
var tree = __webpack_require__(6984);
;// CONCATENATED MODULE: ./lib/desired/value.js


const VALUE_FIELDS = ['value', 'path', 'env', 'opp'];
const CHOICES = '`value`, `path`, `env` and `opp: delete`';
/** The value that stands at a node; `undefined` after reporting what is wrong with it. */
function readValue(at, node) {
    const kind = node.kind === 'mapping' ? kindOf(at.fields, node) : 'plain';
    if (node.kind !== 'mapping' || kind === 'plain')
        return readPlainValue(at, node);
    const value = readValueObject(at, node);
    return kind === 'mixture' ? undefined : value;
}
/** Whether a mapping is a value object; a mixture is reported, and read for its other mistakes only. */
function kindOf(fields, node) {
    const own = node.entries.filter(({ key }) => VALUE_FIELDS.some((field) => field === key.text));
    const other = node.entries.find(({ key }) => !VALUE_FIELDS.some((field) => field === key.text));
    if (own.length === 0)
        return 'plain';
    if (other !== undefined) {
        const active = other.key.text === 'active';
        fields.error({
            code: active ? 'deactivate' : 'value-object',
            at: other.key,
            message: active
                ? 'A value cannot be declared inactive or active: the server never lets a push see an inactive value again.'
                : `This mapping mixes fields of a value (\`${own[0]?.key.text}\`) with others (\`${(0,hints/* cut */.J)(other.key.text)}\`).`,
            hint: active
                ? 'Use `opp: delete` to take it away.'
                : 'If the mapping itself is the value, wrap it in `value:`.',
        });
    }
    return other === undefined ? 'object' : 'mixture';
}
function readValueObject(at, node) {
    const found = VALUE_FIELDS.flatMap((field) => node.entries.filter(({ key }) => key.text === field));
    const [entry, second] = found;
    if (entry === undefined)
        return undefined;
    if (second !== undefined) {
        const message = `A value comes from one of ${CHOICES}, not from two.`;
        return at.fields.error({ code: 'value-object', at: second.key, message, hint: 'Keep one of them.' });
    }
    if (entry.key.text === 'value')
        return readPlainValue(at, entry.value);
    if (entry.key.text === 'opp') {
        const opp = at.fields.oneOf(entry, ['delete'], 'bad-option');
        return opp && { context: at.context, text: null, absent: true, place: at.place };
    }
    const content = entry.key.text === 'env'
        ? at.reader.env(at.fields, entry)
        : at.reader.path(at.fields, entry, at.document);
    return content && { context: at.context, ...content, place: at.place };
}
function readPlainValue(at, node) {
    const { context, place } = at;
    if (node.kind !== 'scalar')
        return { context, text: (0,tree/* toJson */.aB)(node), native: true, place };
    const content = at.reader.scalar(at.fields, node);
    return content && { context, text: content.text, place };
}

;// CONCATENATED MODULE: ./lib/desired/keys.js
// `keys:` of a document: one value, or a mapping of values and metadata.






const KEY_FIELDS = [
    'readme',
    'vdt',
    'deprecated',
    'push',
    'securityGroup',
    'password',
    'value',
    'values',
    'opp',
];
function readKeys(at, entry) {
    const keys = at.fields.mapping(entry.value, '`keys`');
    for (const key of keys?.entries ?? [])
        readKey(at, key);
}
function readKey(at, entry) {
    const key = at.builder.key(entry.key.text, at.fields.place(entry.key));
    if (key === undefined)
        return;
    if (entry.value.kind === 'mapping')
        readKeyObject(at, key, entry.value);
    else
        addValue(at, key, { entry, context: at.context ?? model_context/* EVERYWHERE */.Zh });
}
function readKeyObject(at, key, node) {
    const misplaced = node.entries.find(({ key: name }) => name.text === 'path' || name.text === 'env');
    if (misplaced !== undefined && node.entries.length === 1) {
        const field = misplaced.key.text;
        const hint = `Write \`value: { ${field}: … }\`.`;
        at.fields.error({
            code: 'unknown-field',
            at: misplaced.key,
            message: `A key has no field \`${field}\`; a value has.`,
            hint,
        });
        return;
    }
    const found = at.fields.known(node, KEY_FIELDS, 'A key');
    const metadata = readMetadata(at.fields, found);
    at.builder.metadata(key, metadata, (field) => found[field] && at.fields.place(found[field].key));
    if (found.value)
        addValue(at, key, { entry: found.value, context: at.context ?? model_context/* EVERYWHERE */.Zh });
    if (found.values)
        readValues(at, key, found.values);
    if (found.opp)
        readOpp(at, key, found.opp);
    (0,desired_passwords/* refusePassword */.A)(at.fields, found.password);
}
/** Members that are declared, with `null` of the interface's own shape counting as not declared. */
function readMetadata(fields, found) {
    const { vdt, readme, deprecated, push, securityGroup } = found;
    const metadata = {};
    const type = vdt && fields.oneOf(vdt, model_vdt/* VDTS */.Ot, 'unknown-vdt');
    if (type !== undefined)
        metadata.vdt = type;
    if (readme && !(0,tree/* isNull */.kZ)(readme.value)) {
        if (readme.value.kind === 'scalar')
            metadata.readme = readme.value.text;
        else
            fields.error({ code: 'wrong-type', at: readme.value, message: '`readme` is a text.' });
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
    const values = at.fields.mapping(entry.value, '`values`');
    const found = [];
    for (const value of values?.entries ?? []) {
        const context = at.builder.contexts.read(at.fields, value.key);
        if (context !== undefined)
            found.push({ entry: value, context });
    }
    // In the order of the state: put in otherwise, they would have to be put in order again.
    found.sort((a, b) => (0,diagnostic/* compareText */.n6)((0,model_context/* contextId */.PF)(a.context), (0,model_context/* contextId */.PF)(b.context)));
    for (const value of found)
        addValue(at, key, value);
}
function addValue(at, key, { entry, context }) {
    const { fields, reader, document } = at;
    const place = fields.place(entry.key);
    const value = readValue({ fields, reader, document, context, place }, entry.value);
    if (value !== undefined)
        at.builder.value(key, value);
}
function readOpp(at, key, entry) {
    if (at.fields.oneOf(entry, ['delete'], 'bad-option') === undefined)
        return;
    if (at.context === undefined) {
        at.builder.absentKey(key, at.fields.place(entry.key));
        return;
    }
    at.fields.error({
        code: 'bad-option',
        at: entry.key,
        message: 'A whole key cannot be deleted in a document with `context:`.',
        hint: 'Write `value: { opp: delete }` for the value of this context, or declare it in a document without `context:`.',
    });
}

;// CONCATENATED MODULE: ./lib/desired/interface-shape.js




const KEY_ENTRY = [
    'key',
    'readme',
    'deprecated',
    'vdt',
    'push',
    'securityGroup',
    'password',
    'values',
    'opp',
];
const VALUE_ENTRY = ['context', 'value', 'active', 'opp'];
const FILE_ENTRY = ['file', 'context', 'content', 'active', 'securityGroup', 'password', 'opp'];
function readData(at, entry) {
    for (const item of sequence(at.fields, entry)) {
        if (item.kind !== 'mapping') {
            at.fields.error({
                code: 'wrong-type',
                at: item,
                message: 'Each member of `data` is a key or a file entry.',
            });
        }
        else if (item.entries.some(({ key }) => key.text === 'file'))
            readFileEntry(at, item);
        else
            readKeyEntry(at, item);
    }
}
function readKeyEntry(at, node) {
    const found = at.fields.known(node, KEY_ENTRY, 'A key entry');
    const name = found.key && at.fields.text(found.key);
    if (found.key === undefined) {
        at.fields.error({
            code: 'missing-field',
            at: node,
            message: 'This entry has neither `key` nor `file`.',
            hint: 'Name the key or the file that it is about.',
        });
    }
    if (found.key === undefined || name === undefined)
        return;
    const key = at.builder.key(name, at.fields.place(found.key.value));
    if (key === undefined)
        return;
    const { password, values, opp } = found;
    (0,desired_passwords/* refusePassword */.A)(at.fields, password);
    const metadata = readMetadata(at.fields, found);
    at.builder.metadata(key, metadata, (field) => found[field] && at.fields.place(found[field].key));
    if (opp && isDelete(at.fields, opp))
        at.builder.absentKey(key, at.fields.place(opp.key));
    for (const value of values === undefined ? [] : sequence(at.fields, values))
        readValueEntry(at, key, value);
}
function readValueEntry(at, key, node) {
    if (node.kind !== 'mapping') {
        at.fields.error({
            code: 'wrong-type',
            at: node,
            message: 'Each member of `values` is a mapping with a `context`.',
        });
        return;
    }
    const found = at.fields.known(node, VALUE_ENTRY, 'A value entry');
    const context = contextOfEntry(at, node, found.context);
    if (found.active)
        refuseInactive(at.fields, found.active);
    if (context === undefined)
        return;
    const place = at.fields.place(node);
    if (found.opp) {
        if (isDelete(at.fields, found.opp))
            at.builder.value(key, { context, text: null, absent: true, place });
    }
    else if (found.value === undefined) {
        at.fields.error({
            code: 'missing-field',
            at: node,
            message: 'This value entry has neither `value` nor `opp`.',
            hint: 'Write the value, `null` included, or `opp: delete`.',
        });
    }
    else {
        const content = at.reader.scalar(at.fields, found.value.value);
        if (content !== undefined)
            at.builder.value(key, { context, ...content, place: at.fields.place(found.value.key) });
    }
}
function readFileEntry(at, node) {
    const found = at.fields.known(node, FILE_ENTRY, 'A file entry');
    const path = found.file && at.fields.text(found.file);
    if (found.file === undefined || path === undefined)
        return;
    if (found.active)
        refuseInactive(at.fields, found.active);
    (0,desired_passwords/* refusePassword */.A)(at.fields, found.password);
    const group = (0,files/* readGroup */.iY)(at.fields, found.securityGroup);
    const context = contextOfEntry(at, node, found.context);
    const nameEntry = { key: found.file.value, value: found.file.value };
    if (context === undefined || !(0,files/* checkFilePath */.QI)(at.fields, nameEntry))
        return;
    const place = at.fields.place(found.file.value);
    if (found.opp) {
        (0,files/* refuseGroupOfDeleted */.KB)(at.fields, found.securityGroup);
        if (isDelete(at.fields, found.opp))
            at.builder.file({ path, context, content: '', absent: true, place });
    }
    else if (found.content === undefined) {
        at.fields.error({
            code: 'missing-field',
            at: node,
            message: 'This file entry has neither `content` nor `opp`.',
            hint: 'Write the content, or `opp: delete`.',
        });
    }
    else {
        const content = at.reader.scalar(at.fields, found.content.value);
        if (content?.text != null)
            at.builder.file({ path, context, content: content.text, place, ...group });
        else if (content)
            at.fields.error({
                code: 'wrong-type',
                at: found.content.value,
                message: 'The content of a file cannot be null.',
            });
    }
}
function contextOfEntry(at, node, entry) {
    if (entry?.value.kind === 'scalar' && !(0,tree/* isNothing */.qv)(entry.value))
        return at.builder.contexts.read(at.fields, entry.value);
    return at.fields.error({
        code: 'missing-field',
        at: entry?.value ?? node,
        message: 'This entry needs a `context`.',
        hint: 'Write one, with an element for each level and `*` for any.',
    });
}
function isDelete(fields, opp) {
    return fields.oneOf(opp, ['delete'], 'bad-option') !== undefined;
}
function refuseInactive(fields, active) {
    if (fields.boolean(active) !== false)
        return;
    fields.error({
        code: 'deactivate',
        at: active.key,
        message: '`active: false` cannot be declared: the server never lets a push see such an item again.',
        hint: 'Use `opp: delete` to take it away.',
    });
}
function sequence(fields, entry) {
    if (entry.value.kind === 'sequence')
        return entry.value.items;
    if (!(0,tree/* isNothing */.qv)(entry.value)) {
        fields.error({ code: 'wrong-type', at: entry.value, message: `\`${entry.key.text}\` is a list.` });
    }
    return [];
}

;// CONCATENATED MODULE: ./lib/desired/document.js
// One configuration document: its top-level fields, handed to the readers of keys, files and `data`.




const DOCUMENT_FIELDS = ['context', 'keys', 'files', 'data', 'changeComment', 'enableKeyCreation'];
function readDocument(input, tree) {
    const { fields } = input;
    const node = fields.mapping(tree, 'A configuration document');
    if (node === undefined)
        return;
    const found = fields.known(node, DOCUMENT_FIELDS, 'A configuration document');
    const at = withContext(input, found.context);
    if (found.keys)
        readKeys(at, found.keys);
    if (found.files)
        (0,files/* readFiles */.Ul)(at, found.files);
    if (found.data)
        readData(at, found.data);
    if (found.changeComment) {
        const message = 'The `changeComment` of a document is not used: the comment of a push is the commit message.';
        fields.warn({ code: 'bad-option', at: found.changeComment.key, message, hint: 'Use --change-comment.' });
    }
    if (found.enableKeyCreation && fields.boolean(found.enableKeyCreation) === false) {
        const message = '`enableKeyCreation: false` cannot be declared: keys that are declared and missing are created.';
        fields.error({ code: 'bad-option', at: found.enableKeyCreation.key, message });
    }
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
    // The rest is read all the same, for its mistakes, into a state that nobody sees.
    return { ...input, builder: input.builder.scratch(), context: model_context/* EVERYWHERE */.Zh };
}

// EXTERNAL MODULE: ./lib/desired/references.js
var references = __webpack_require__(966);
;// CONCATENATED MODULE: ./lib/desired/read-documents.js






/** Characters, a few milliseconds of reading. */
const STEP = 100_000;
/** Stops now and then between two documents: whoever drives it may do something else meanwhile. */
function* read_documents_readAll(found, options) {
    const names = new Names();
    const read = yield* readEach(found, options, names);
    const contents = found.filter(({ path }) => names.has(path));
    if (contents.length === 0)
        return read;
    // A file that a `path` names is content, not a document, even where `include` matches it: once more, without it.
    const documents = found.filter(({ path }) => !names.has(path));
    const again = yield* readEach(documents, options, new Names());
    again.diagnostics.push(...contents.flatMap((file) => names.both(file)));
    return again;
}
function* readEach(found, { newReader, ...options }, names) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const [builder, reader] = [new desired_builder/* StateBuilder */.D({ ...options, report }), newReader()];
    const expansion = { nodes: 0 };
    let holdNothing = true;
    let unbroken = 0;
    for (const { path, source, diagnostics: problems } of found) {
        diagnostics.push(...problems);
        const before = diagnostics.length;
        const nodes = problems.length > 0 ? [] : (0,parse/* parseTrees */.$)(source, report, expansion);
        holdNothing &&= nodes.length + problems.length + diagnostics.length - before === 0;
        const input = { fields: new desired_fields/* Fields */.C(source, report), builder, reader, document: path };
        const mayRefer = (0,references/* mayHoldReferences */.J)(source.text);
        for (const node of nodes) {
            for (const { path: named, offset } of mayRefer ? (0,references/* references */.F)(path, node) : [])
                names.add(path, { named, source, offset });
            readDocument(input, node);
        }
        unbroken += source.text.length;
        if (unbroken < STEP)
            continue;
        unbroken = 0;
        yield;
    }
    return { builder, reader, diagnostics, documents: found.length, holdNothing };
}
/** Which files are named by documents, and by which. */
class Names {
    #places = new Map();
    #naming = new Set();
    add(document, { named, source, offset }) {
        this.#naming.add(document);
        if (!this.#places.has(named))
            this.#places.set(named, new place/* Place */.Y(source, offset));
    }
    has(path) {
        return this.#places.has(path);
    }
    /** What is wrong with a file that is named, and names others. */
    both({ path, source }) {
        const place = this.#places.get(path);
        return place !== undefined && this.#naming.has(path) ? [documentIsContent(source, place)] : [];
    }
}
function documentIsContent(source, place) {
    return {
        severity: 'error',
        code: 'document-is-content',
        message: `${source.file} is named by a \`path\`, so it is content, but it names other files as a document does.`,
        hint: 'Move the content out of what `include` matches, or do not name a document.',
        place,
    };
}

// EXTERNAL MODULE: ./lib/model/ciphers.js
var ciphers = __webpack_require__(8661);
;// CONCATENATED MODULE: ./lib/desired/secured.js
// Cipher texts in documents, as an export shows them: pushed as they stand, they would be encrypted a second time.

function checkCipherTexts(state, passwords, report) {
    // Without a password no text can be told from a cipher text.
    if (passwords.all().length === 0)
        return;
    const check = ({ group, text, ...at }) => {
        const password = passwords.of(group);
        if (text === null || password === undefined || (0,ciphers/* opened */.Sg)(text, password) === undefined)
            return;
        report({
            severity: 'error',
            code: 'cipher-text',
            ...cipherText(at.what),
            ...(at.place && { place: at.place }),
        });
    };
    for (const { name, securityGroup: group, values } of state.keys.values()) {
        if (group === undefined)
            continue;
        for (const { text, place } of values.values())
            check({ group, text, place, what: `The value of ${name}` });
    }
    for (const { path, securityGroup: group, content: text, place } of state.files.values()) {
        if (group !== undefined)
            check({ group, text, place, what: `The content of ${path}` });
    }
}
function cipherText(what) {
    return {
        message: `${what} is the cipher text that the server shows, and would be encrypted once more.`,
        hint: 'Declare the clear text, best from the environment: `{ env: … }`.',
    };
}

;// CONCATENATED MODULE: ./lib/desired/types.js
// Declared values against declared types. Types that only the server knows are checked when the plan is made.


const NATIVE_VDTS = ['Map', 'List', 'JSON'];
function checkTypes(state, depth, report) {
    for (const key of state.keys.values()) {
        for (const value of key.values.values())
            checkValue(key, value, { depth, report });
    }
}
function checkValue(key, value, { depth, report }) {
    if (key.vdt === undefined && !value.native)
        return;
    const at = value.place === undefined ? {} : { place: value.place };
    if (value.native && !NATIVE_VDTS.some((vdt) => vdt === key.vdt)) {
        const message = key.vdt === undefined
            ? `The key ${key.name} has a mapping or a list as its value, and no declared type.`
            : `The key ${key.name} is ${key.vdt}, which cannot be a mapping or a list.`;
        report({
            severity: 'error',
            code: 'vdt-required',
            message,
            hint: 'Declare `vdt: Map`, `vdt: List` or `vdt: JSON`.',
            ...at,
        });
        return;
    }
    if (key.vdt === undefined || value.absent || value.unknown)
        return;
    const expected = (0,model_vdt/* valueProblem */.FQ)(key.vdt, value.text);
    if (expected === undefined)
        return;
    report({
        severity: 'error',
        code: 'value-type',
        message: `The value of ${key.name} in \`${(0,model_context/* fullContext */.NH)(value.context, depth)}\` does not fit its type ${key.vdt}.`,
        hint: `Expected: ${expected}.`,
        ...at,
    });
}

;// CONCATENATED MODULE: ./lib/desired/load.js
// The project in one go: project file, documents, content files → Project and desired State, with all mistakes at once.













/** Reads a whole project. Never throws for what a user wrote. */
function loadProject(files, options) {
    const reading = readProjectFiles(files, options);
    for (;;) {
        const step = reading.next();
        if (step.done)
            return step.value;
    }
}
/** The same, leaving off after each document, so that what waits for a server is not kept from hearing it. */
function* readProjectFiles(files, options) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const bytes = new Map();
    const name = options.projectFile ?? model_project/* PROJECT_FILE */.Dp;
    const source = readSource(files, name, { report, bytes, missing: 'no-project-file' });
    const { env, missingEnv = 'error' } = options;
    const newReader = () => new content/* ContentReader */.p({ files, env, missingEnv });
    const read = source === undefined ? noProject() : readProject(source, { report, reader: newReader() });
    const loaded = { ...read, state: (0,state/* emptyState */.p$)(), documents: 0, diagnostics, files: bytes };
    if (source !== undefined)
        yield* readDocuments(files, loaded, { ...options, newReader, report, projectFile: name });
    return { ...loaded, diagnostics: withoutFollowUps(diagnostics).sort(diagnostic/* compareDiagnostics */.oV) };
}
/** Whatever an alias without an anchor leads to at its place is no second mistake. */
function withoutFollowUps(diagnostics) {
    const idOf = ({ place }) => place && `${place.file}\0${place.offset}`;
    const aliases = new Set(diagnostics.filter(({ code }) => code === 'yaml-alias').map(idOf));
    return diagnostics.filter((one) => one.code === 'yaml-alias' || !aliases.has(idOf(one)));
}
/** What the project file says, as far as it can be read; its mistakes are for others to report. */
function loadProjectFile(files, name) {
    const report = () => undefined;
    const source = readSource(files, name, { report, bytes: new Map(), missing: 'no-project-file' });
    const reader = new content/* ContentReader */.p({ files, env: 'unknown', missingEnv: 'warning' });
    return (source === undefined ? noProject() : readProject(source, { report, reader })).project;
}
function noProject() {
    return { project: defaultProject(), passwords: new model_passwords/* Passwords */.p() };
}
function* readDocuments(files, loaded, options) {
    const { project } = loaded;
    const { newReader, report, projectFile } = options;
    const { found, listing } = findDocuments(files, { project, projectFile, report, bytes: loaded.files });
    const levels = options.levels ?? project.levels;
    const read = yield* read_documents_readAll(found, { levels, isSecretName: (0,secrets/* secretNames */.XG)(project.redact), newReader });
    // In the order in which they were read, and so lie in memory: in that of the state it takes three times as long.
    const depth = read.builder.contexts.depth?.levels ?? project.levels?.length ?? 1;
    checkTypes(read.builder.state, depth, report);
    const { state, contexts } = read.builder.finish();
    for (const diagnostic of read.diagnostics)
        report(diagnostic);
    reportEmptiness(files, read, { project, projectFile, report, listing });
    checkScope(state, { scope: project.scope, report });
    checkCipherTexts(state, loaded.passwords, report);
    loaded.state = state;
    loaded.documents = read.documents;
    if (contexts.depth !== undefined)
        loaded.depth = contexts.depth;
    for (const [path, content] of read.reader.contents)
        loaded.files.set(path, content);
}


/***/ }),

/***/ 6244:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ refusePassword),
/* harmony export */   x: () => (/* binding */ readPasswords)
/* harmony export */ });
/* harmony import */ var _model_passwords_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5743);
/* harmony import */ var _content_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3175);
// `passwords:` of the project file: which variable holds the password of which security group. Never the password itself.


const HINT = 'Write `{ env: NAME_OF_A_VARIABLE }`, and set that variable where the program runs.';
function readPasswords(fields, entry, reader) {
    const passwords = new _model_passwords_js__WEBPACK_IMPORTED_MODULE_1__/* .Passwords */ .p();
    for (const one of fields.mapping(entry.value, '`passwords`')?.entries ?? []) {
        const password = readPassword(fields, one, reader);
        if (password === undefined)
            continue;
        passwords.variables.set(one.key.text, password.variable);
        if (password.text !== undefined)
            passwords.set(one.key.text, password.text);
    }
    return passwords;
}
function readPassword(fields, entry, reader) {
    if (entry.value.kind !== 'mapping')
        return refusePassword(fields, entry);
    const { env } = fields.known(entry.value, ['env'], 'A password');
    if (env !== undefined) {
        const content = reader.password(fields, env);
        const name = env.value.kind === 'scalar' ? env.value.text : '';
        const variable = (0,_content_js__WEBPACK_IMPORTED_MODULE_0__/* .isShown */ .a)(name) ? name : '…';
        return content && { variable, ...(content.text !== null && { text: content.text }) };
    }
    if (entry.value.entries.length > 0)
        return undefined;
    const message = 'It is not said where the password of this group comes from.';
    return fields.error({ code: 'missing-field', at: entry.key, message, hint: HINT });
}
/** For a password in the text of a file, wherever one could be written. */
function refusePassword(fields, entry) {
    if (entry === undefined)
        return undefined;
    return fields.error({
        code: 'password-in-file',
        at: entry.key,
        message: 'A password does not belong into a file: whoever can read the repository, now or later, has it.',
        hint: entry.key.text === 'password'
            ? 'Remove it, and name its variable in confighub.yaml: `passwords: { <group>: { env: … } }`.'
            : HINT,
    });
}


/***/ }),

/***/ 966:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ references),
/* harmony export */   J: () => (/* binding */ mayHoldReferences)
/* harmony export */ });
/* harmony import */ var _project_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4501);
// Which files a document names by `path`: asked before anything is believed of them, because those files are no documents.

/** False where no field can be called `path`: most documents need not be walked. An escape could write it otherwise. */
function mayHoldReferences(text) {
    return text.includes('path') || text.includes('\\');
}
/** The content files that a document names, wherever a value or a file can stand. */
function* references(document, tree) {
    for (const position of positions(tree)) {
        const entry = position.entries.find(({ key }) => key.text === 'path');
        if (entry?.value.kind !== 'scalar')
            continue;
        const path = (0,_project_files_js__WEBPACK_IMPORTED_MODULE_0__/* .resolvePath */ .o1)(document, entry.value.text);
        if (path !== undefined)
            yield { path, offset: entry.value.offset };
    }
}
function* positions(tree) {
    for (const keys of fields(tree, 'keys')) {
        for (const key of mappings(keys)) {
            yield* fields(key, 'value');
            for (const values of fields(key, 'values'))
                yield* mappings(values);
        }
    }
    for (const files of fields(tree, 'files')) {
        for (const file of mappings(files)) {
            yield file;
            yield* mappings(file);
        }
    }
}
function* fields(node, name) {
    if (node.kind !== 'mapping')
        return;
    for (const { key, value } of node.entries)
        if (key.text === name && value.kind === 'mapping')
            yield value;
}
function* mappings(node) {
    for (const { value } of node.entries)
        if (value.kind === 'mapping')
            yield value;
}


/***/ }),

/***/ 2645:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fv: () => (/* binding */ parseLimit),
/* harmony export */   MK: () => (/* binding */ defaultLimits),
/* harmony export */   PW: () => (/* binding */ limitText),
/* harmony export */   b1: () => (/* binding */ LIMITS),
/* harmony export */   x3: () => (/* binding */ LIMIT_NAMES)
/* harmony export */ });
// How much one plan may do before somebody has to approve it, as `limits` says.
/** Shares are percentages, counted from `existing` items on. */
const LIMITS = {
    deletes: { standard: 30, isShare: true },
    updates: { standard: 30, isShare: true },
    existing: { standard: 10, isShare: false },
    maxDeletes: { standard: 100, isShare: false },
    maxUpdates: { standard: 1000, isShare: false },
};
const LIMIT_NAMES = Object.keys(LIMITS);
function defaultLimits() {
    return Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMITS[name].standard]));
}
/** `30%`, `12.5%` or `100`, or `undefined` for anything else. */
function parseLimit(name, text) {
    if (!LIMITS[name].isShare)
        return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    const share = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/.exec(text)?.[1];
    return share === undefined || Number(share) > 100 ? undefined : Number(share);
}
/** As people write it. */
function limitText(name, value) {
    return `${value}${LIMITS[name].isShare ? '%' : ''}`;
}


/***/ }),

/***/ 5743:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p: () => (/* binding */ Passwords)
/* harmony export */ });
// Passwords of security groups, kept where no JSON, no log and no inspection of an object shows them.
class Passwords {
    #byGroup = new Map();
    /** Which variable holds the password of which group, whether it is set or not. */
    variables = new Map();
    /** Names of groups count upper and lower case, as on the server. */
    of = (group) => this.#byGroup.get(group);
    set(group, password) {
        this.#byGroup.set(group, password);
    }
    /** For those who must keep them out of every output. */
    all() {
        return [...this.#byGroup.values()];
    }
}


/***/ }),

/***/ 997:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ WHOLE_REPOSITORY),
/* harmony export */   O: () => (/* binding */ scopeOf)
/* harmony export */ });
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
/* harmony import */ var _glob_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4778);
// Which part of a repository a project answers for: `scope` and `ignore` of the project file.


const WHOLE_REPOSITORY = {
    key: () => true,
    wholeKey: () => true,
    value: () => true,
    file: () => true,
    written: {},
};
/**
 * What `scope` covers and `ignore` does not. Key names and contexts are compared without case, paths with it.
 * In a context, `*` is the element `*` itself, as everywhere; `**` stands for any element.
 */
function scopeOf({ scope, ignore }) {
    if (scope === undefined && ignore === undefined)
        return WHOLE_REPOSITORY;
    const key = both(names(scope?.keys, true), except(ignore?.keys, (globs) => names(globs, true)));
    const path = both(names(scope?.files, false), except(ignore?.files, (globs) => names(globs, false)));
    const context = both(contexts(scope?.contexts), except(ignore?.contexts, contexts));
    const coversContexts = scope?.contexts === undefined && ignore?.contexts === undefined;
    return {
        key,
        wholeKey: (name) => coversContexts && key(name),
        value: (name, where) => key(name) && context(where),
        file: (name, where) => path(name) && context(where),
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
    return chosen(globs, (glob) => (0,_glob_js__WEBPACK_IMPORTED_MODULE_1__/* .globTest */ .FX)(glob, { nocase }));
}
function contexts(globs) {
    return chosen(globs, (glob) => {
        const tests = (0,_context_js__WEBPACK_IMPORTED_MODULE_0__/* .elementsOf */ .ZE)(glob).map(elementTest);
        return (context) => {
            const elements = context === _context_js__WEBPACK_IMPORTED_MODULE_0__/* .EVERYWHERE */ .Zh ? tests.map(() => '*') : (0,_context_js__WEBPACK_IMPORTED_MODULE_0__/* .elementsOf */ .ZE)(context);
            return elements.length === tests.length && tests.every((test, level) => test(elements[level] ?? ''));
        };
    });
}
function elementTest(glob) {
    if (glob === '*')
        return (element) => element === '*';
    if (glob === '**')
        return () => true;
    return (0,_glob_js__WEBPACK_IMPORTED_MODULE_1__/* .globTest */ .FX)(glob, { nocase: true });
}
/** Covered: by some glob, where there is one without `!`, and by none with it. */
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
/* harmony export */   MH: () => (/* binding */ nameMatcher),
/* harmony export */   XG: () => (/* binding */ secretNames),
/* harmony export */   n0: () => (/* binding */ looksSecret)
/* harmony export */ });
/* harmony import */ var _glob_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4778);
// Which names, and which looks, say that a value is secret.

const SECRET_NAME = /passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:private|api|access|encryption|signing)[-_.]?key|conn(?:ection)?[-_.]?str/i;
/** A test for key names and file paths: the built-in patterns, and the globs of `redact` (without regard to case). */
function secretNames(redact) {
    const isRedacted = nameMatcher(redact);
    return (name) => SECRET_NAME.test(name) || isRedacted(name);
}
/** Whether one of the globs matches the name of a key or the path of a file, without regard to case. */
function nameMatcher(globs) {
    const matches = globs.map((glob) => (0,_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .globTest */ .FX)(glob, { nocase: true }));
    return (name) => matches.some((match) => match(name));
}
/** Where a run of such characters begins, so that every run is looked at once and the time grows with the length. */
const START = '(?<![A-Za-z0-9_-])';
/** What services put in front of what they hand out, and how long that is at least; what is shorter is no such thing. */
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
/** What such a text cannot be without, looked for first: nearly all texts are none. */
const LOOKS = [
    { has: '-----BEGIN', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/ },
    { has: '', pattern: new RegExp(`${START}(?:${TOKENS.join('|')})`) },
    {
        // An address with a login; one that takes its password from a placeholder or a variable holds none.
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
/** A private key, a token of a known kind or an address with a password, alone or among other text. */
function looksSecret(text) {
    if (typeof text !== 'string' || text.length < SHORTEST)
        return false;
    return LOOKS.some(({ has, pattern }) => text.includes(has) && pattern.test(text));
}
const SHORTEST = 12;


/***/ }),

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


/***/ })

};
