export const id = 987;
export const ids = [987];
export const modules = {

/***/ 9987:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  serve: () => (/* binding */ serve)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/desired/project-files.js
var project_files = __webpack_require__(4501);
// EXTERNAL MODULE: ./lib/desired/read-files.js + 2 modules
var read_files = __webpack_require__(4408);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./lib/model/place.js
var place = __webpack_require__(5298);
// EXTERNAL MODULE: ./lib/model/project.js
var project = __webpack_require__(7404);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: ./lib/model/ciphers.js
var ciphers = __webpack_require__(8661);
// EXTERNAL MODULE: ./lib/model/vdt.js
var model_vdt = __webpack_require__(2783);
// EXTERNAL MODULE: ./lib/model/context.js
var context = __webpack_require__(402);
;// CONCATENATED MODULE: ./lib/server/settings.js

const FLAGS = [
    'tokenFreePull',
    'tokenFreePush',
    'vdtEnabled',
    'securityEnabled',
    'contextGroupsEnabled',
    'adminContextControlled',
    'cachingEnabled',
    'accessControlsEnabled',
];
/** As a new repository of the real server, but readable without a token, so that a plan needs no set-up. */
const DEFAULT_FLAGS = {
    tokenFreePull: true,
    tokenFreePush: false,
    vdtEnabled: true,
    securityEnabled: true,
    contextGroupsEnabled: false,
    adminContextControlled: false,
    cachingEnabled: false,
    accessControlsEnabled: false,
};
function flagsOf(settings) {
    return { ...DEFAULT_FLAGS, ...settings.flags };
}
/** `known` holds the values of an earlier start, which clients may have noted down. */
function tokensOf(settings, options) {
    return Object.entries(settings.tokens ?? { default: {} }).map(([name, token]) => ({
        name,
        value: token.value ?? options.known?.find((one) => one.name === name)?.value ?? options.random(),
        forceKeyPush: token.forceKeyPush ?? false,
        active: token.active ?? true,
        expired: token.expired ?? false,
        securityGroups: [...(token.securityGroups ?? [])],
    }));
}
/** Why a server cannot be started like this, if it cannot. */
function settingsProblem(settings) {
    const name = `${settings.account}/${settings.repository}`;
    if (!isRepositoryName(settings.account) || !isRepositoryName(settings.repository)) {
        return `"${name}" is no name of a repository: expected account/name of letters, digits, ".", "-" and "_".`;
    }
    if (settings.levels.length < 1 || settings.levels.length > context/* MAX_LEVELS */.DD) {
        return `${name} has ${settings.levels.length} context levels: expected 1 to ${context/* MAX_LEVELS */.DD}.`;
    }
    const labels = new Set(settings.levels.map((level) => level.toLowerCase()));
    if (labels.size !== settings.levels.length)
        return `${name} has two context levels of the same name.`;
    if (settings.levels.some((level) => level.trim() === ''))
        return `${name} has a context level without a name.`;
    const [bad] = Object.entries(settings.tokens ?? {}).filter(([, { value }]) => !isHeaderSafe(value ?? '-'));
    if (bad !== undefined)
        return `The token ${bad[0]} of ${name} must be printable ASCII without blanks.`;
    return undefined;
}
function isHeaderSafe(value) {
    return /^[!-~]+$/.test(value);
}
/** Of an account, too. */
function isRepositoryName(name) {
    return NAME.test(name);
}
const NAME = /^[A-Za-z0-9][-._A-Za-z0-9]*$/;

;// CONCATENATED MODULE: ./lib/server/stored.js
// The state as versioned JSON, and back.



const STORED_VERSION = 1;
function toStored(repositories) {
    return `${JSON.stringify({ version: STORED_VERSION, repositories: repositories.map(stored) })}\n`;
}
function stored({ past: _, ...repository }) {
    return {
        ...repository,
        elements: repository.elements.map((names) => [...names.values()]),
        keys: Array.from(repository.keys.values(), (key) => ({ ...key, rows: [...key.rows.values()].flat() })),
        files: [...repository.files.values()].flat(),
        formerPaths: [...repository.formerPaths],
    };
}
/** Everything is looked at before it is believed: the file may be damaged, or somebody else's. */
function fromStored(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return { problem: 'it is not JSON, so it is damaged or something else' };
    }
    if (!isObject(value) || typeof value.version !== 'number' || !Array.isArray(value.repositories)) {
        return { problem: 'it is JSON, but not the data of this server' };
    }
    if (value.version !== STORED_VERSION) {
        return { problem: `it has version ${value.version}, and this server reads version ${STORED_VERSION}` };
    }
    const bad = value.repositories.findIndex((one) => !isStoredRepository(one));
    if (bad !== -1)
        return { problem: `its repository number ${bad + 1} is damaged` };
    return { repositories: value.repositories.map(restored) };
}
function restored(one) {
    return {
        ...one,
        elements: one.elements.map((names) => new Map(names.map((name) => [name.toLowerCase(), name]))),
        keys: new Map(one.keys.map((key) => [key.name.toLowerCase(), restoredKey(key)])),
        files: grouped(one.files, (row) => row.path),
        formerPaths: new Set(one.formerPaths),
        past: [],
    };
}
function restoredKey(key) {
    return { ...key, rows: grouped(key.rows, (row) => row.context.toLowerCase()) };
}
function grouped(items, idOf) {
    const groups = new Map();
    for (const item of items) {
        const group = groups.get(idOf(item));
        if (group === undefined)
            groups.set(idOf(item), [item]);
        else
            group.push(item);
    }
    return groups;
}
const isText = (value) => typeof value === 'string';
const isBoolean = (value) => typeof value === 'boolean';
const isNumber = (value) => typeof value === 'number';
const isTextOrNull = (value) => value === null || isText(value);
const maybe = (check) => (value) => value === undefined || check(value);
const listOf = (check) => (value) => Array.isArray(value) && value.every(check);
const objectOf = (members) => {
    return (value) => isObject(value) && Object.entries(members).every(([name, check]) => check(value[name]));
};
const isRow = objectOf({
    serial: isNumber,
    context: isText,
    text: isTextOrNull,
    active: isBoolean,
    reference: maybe(isBoolean),
});
const isKey = objectOf({
    name: isText,
    group: maybe(isText),
    vdt: (value) => typeof value === 'string' && (0,model_vdt/* isVdt */.PB)(value),
    readme: isTextOrNull,
    deprecated: isBoolean,
    push: isBoolean,
    rows: listOf(isRow),
});
const isFile = objectOf({
    serial: isNumber,
    path: isText,
    context: isText,
    content: isText,
    active: isBoolean,
    group: maybe(isText),
    keys: maybe(listOf(isText)),
    rewritten: maybe(isBoolean),
});
const isToken = objectOf({
    name: isText,
    value: isText,
    forceKeyPush: isBoolean,
    active: isBoolean,
    expired: isBoolean,
    securityGroups: listOf(isText),
});
const isSecurityGroup = objectOf({
    name: isText,
    password: isText,
    cipher: (value) => value === null || (typeof value === 'string' && (0,ciphers/* isCipher */.K3)(value)),
});
const isContextGroup = objectOf({ level: isText, name: isText, members: listOf(isText) });
const isRevision = objectOf({
    time: isText,
    token: maybe(isText),
    application: maybe(isText),
    comment: maybe(isText),
});
/** One list of elements for each level. */
const hasLevels = (value) => {
    if (!isObject(value))
        return false;
    const { elements, levels } = value;
    return Array.isArray(elements) && Array.isArray(levels) && elements.length === levels.length;
};
const isRepository = objectOf({
    account: isText,
    name: isText,
    levels: listOf(isText),
    flags: objectOf(Object.fromEntries(FLAGS.map((flag) => [flag, isBoolean]))),
    tokens: listOf(isToken),
    securityGroups: listOf(isSecurityGroup),
    contextGroups: listOf(isContextGroup),
    plantDuplicates: maybe(isBoolean),
    created: isText,
    serial: isNumber,
    elements: listOf(listOf(isText)),
    keys: listOf(isKey),
    files: listOf(isFile),
    formerPaths: listOf(isText),
    history: listOf(isRevision),
    tags: listOf(objectOf({ name: isText, readme: isTextOrNull, time: isText })),
});
function isStoredRepository(value) {
    return isRepository(value) && hasLevels(value);
}
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./lib/server/data-file.js
// [edge] The file in which a server keeps its state between two starts.



/** The file cannot be read or written, or is not one of ours. One that is there and not ours is never overwritten. */
class DataFileError extends Error {
    file;
    constructor(file, reason, options) {
        super(`The data file ${file} cannot be used: ${reason}.`, options);
        this.name = 'DataFileError';
        this.file = file;
    }
}
/** No file: an empty list. */
async function loadState(file) {
    let text;
    try {
        text = await (0,promises_.readFile)(file, 'utf8');
    }
    catch (cause) {
        if (isMissing(cause))
            return [];
        throw new DataFileError(file, cause instanceof Error ? cause.message : String(cause), { cause });
    }
    const result = fromStored(text);
    if ('problem' in result)
        throw new DataFileError(file, result.problem);
    return result.repositories;
}
/**
 * Returns when the state is on disk. It is written beside the file and then renamed, so that at any
 * moment the file holds either the old state or the new one.
 */
async function saveState(file, repositories) {
    try {
        await replaceFile(file, toStored(repositories));
    }
    catch (cause) {
        throw new DataFileError(file, cause instanceof Error ? cause.message : String(cause), { cause });
    }
}
async function replaceFile(file, text) {
    const folder = (0,external_node_path_.dirname)(file);
    await (0,promises_.mkdir)(folder, { recursive: true });
    const beside = `${file}.new`;
    const handle = await (0,promises_.open)(beside, 'w', 0o600);
    try {
        await handle.writeFile(text);
        await handle.sync();
    }
    finally {
        await handle.close();
    }
    await (0,promises_.rename)(beside, file);
    await syncFolder(folder);
}
/** Makes the rename last. Some systems cannot open a folder; there is nothing more to do there. */
async function syncFolder(folder) {
    if (process.platform === 'win32')
        return;
    const handle = await (0,promises_.open)(folder, 'r');
    try {
        await handle.sync();
    }
    finally {
        await handle.close();
    }
}
function isMissing(cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

;// CONCATENATED MODULE: ./lib/server/bounds.js
const BOUNDS = {
    maxConnections: 1000,
    maxHeaderSize: 8192,
    maxHeaders: 100,
    maxBodyBytes: 256 * 1024 * 1024,
    maxHeldBytes: 512 * 1024 * 1024,
    headersTimeout: 20_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 5000,
    silence: 300_000,
    connectionsCheckingInterval: 5000,
};
/** What Node takes of a server, and not when it is made. */
function bound(server, bounds) {
    server.maxConnections = bounds.maxConnections;
    // One more, so that it is seen: Node passes over the rest in silence.
    server.maxHeadersCount = bounds.maxHeaders + 1;
    server.timeout = bounds.silence;
}

;// CONCATENATED MODULE: ./lib/server/data-lock.js
// [edge] Who serves a data file: one process at a time, because each writes all of it.



/**
 * Each process says with a file of its own that it is there, and only then looks for others: of two that start
 * together at most one goes on. What a process left that was killed is removed.
 */
async function lockDataFile(file) {
    const folder = (0,external_node_path_.dirname)(file);
    await (0,promises_.mkdir)(folder, { recursive: true }).catch((cause) => fail(file, cause));
    const own = `${file}.${process.pid}.lock`;
    await (0,promises_.writeFile)(own, '').catch((cause) => fail(file, cause));
    for (const { pid, path } of await locks(file)) {
        if (pid === process.pid)
            continue;
        if (!isAlive(pid))
            await (0,promises_.rm)(path, { force: true });
        else {
            await (0,promises_.rm)(own, { force: true });
            throw new DataFileError(file, `process ${pid} is serving it already; end that one, or, if it is something else, remove ${path}`);
        }
    }
    return () => (0,promises_.rm)(own, { force: true }).catch(() => undefined);
}
async function locks(file) {
    const [folder, prefix] = [(0,external_node_path_.dirname)(file), `${(0,external_node_path_.basename)(file)}.`];
    return (await (0,promises_.readdir)(folder)).flatMap((name) => {
        const pid = name.startsWith(prefix) ? /^(\d+)\.lock$/.exec(name.slice(prefix.length))?.[1] : undefined;
        return pid === undefined ? [] : [{ pid: Number(pid), path: (0,external_node_path_.join)(folder, name) }];
    });
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
function fail(file, cause) {
    throw new DataFileError(file, cause instanceof Error ? cause.message : String(cause), { cause });
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./lib/server/http-exchange.js


const COMPRESS_FROM_BYTES = 2048;
const compress = (0,external_node_util_.promisify)(external_node_zlib_.gzip);
function requestOf(incoming) {
    const header = (name) => {
        const value = incoming.headers[name];
        return (Array.isArray(value) ? value.join(', ') : value)?.trim();
    };
    return { method: incoming.method ?? '', target: incoming.url ?? '', header };
}
/** The body, or the answer to one that is longer than allowed. The encoding is UTF-8 unless Latin-1 is declared. */
async function readBody(incoming, { maxBytes, share }) {
    const chunks = [];
    let bytes = 0;
    // Leaving the loop must not end the connection: the answer is still to be sent on it.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > maxBytes)
            return { status: 413, close: true };
        if (!share.take(chunk.length))
            return { status: 503, close: true };
        chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString(charsetOf(incoming.headers['content-type'] ?? ''));
}
function charsetOf(contentType) {
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? '';
    return /^(?:iso-8859-1|latin1)$/i.test(charset) ? 'latin1' : 'utf8';
}
async function send(answer, { incoming, outgoing }) {
    outgoing.statusCode = answer.status;
    outgoing.setHeader('Server', 'TomEE');
    if (answer.close)
        outgoing.setHeader('Connection', 'close');
    if (answer.etag !== undefined)
        outgoing.setHeader('ETag', answer.etag);
    if (answer.contentType !== undefined)
        outgoing.setHeader('Content-Type', answer.contentType);
    const body = Buffer.from(answer.body ?? '', 'utf8');
    if (body.length > COMPRESS_FROM_BYTES && takesGzip(incoming)) {
        // Without a length, so in chunks.
        outgoing.setHeader('Content-Encoding', 'gzip');
        outgoing.setHeader('Vary', 'Accept-Encoding');
        outgoing.end(await compress(body));
        return;
    }
    if (answer.status !== 304 && answer.status !== 204)
        outgoing.setHeader('Content-Length', body.length);
    outgoing.end(body);
}
function takesGzip(incoming) {
    return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(incoming.headers['accept-encoding']));
}
/** The requests of a connection that are not answered yet. */
const UNANSWERED = new WeakMap();
function occupy({ incoming, outgoing }) {
    const requests = UNANSWERED.get(incoming.socket) ?? new Set();
    UNANSWERED.set(incoming.socket, requests.add(incoming));
    outgoing.on('close', () => requests.delete(incoming));
}
/**
 * Whatever is no HTTP, heads that are too long, and requests that take too long. Behind a whole request that is not
 * answered yet, this would be taken for its answer.
 */
function refuseMalformed(problem, socket) {
    const before = [...(UNANSWERED.get(socket) ?? [])];
    if (!socket.writable || before.some(({ complete }) => complete)) {
        socket.destroy();
        return;
    }
    const isLate = 'code' in problem && problem.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const status = isLate ? '408 Request Timeout' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nServer: TomEE\r\nConnection: close\r\n\r\n`);
}

;// CONCATENATED MODULE: ./lib/server/etag.js
/** With its quotes; a longer one does not fit the response header, and the answer is a bare 500. */
const ETAG_MAX_BYTES = 8103;
/** One character per byte; inner quotes are not escaped. `undefined`: too long to be sent. */
function etagOf({ message, entry }) {
    const etag = `"${latin1(entry === undefined ? message : `${message}; ${entry}`)}"`;
    return etag.length > ETAG_MAX_BYTES ? undefined : etag;
}
/** What Latin-1 cannot say, and DEL, becomes a blank. */
function latin1(text) {
    return text.replace(/[^\u0000-\u007e\u0080-\u00ff]/g, ' ');
}

// EXTERNAL MODULE: ./lib/model/json-node.js
var json_node = __webpack_require__(6946);
;// CONCATENATED MODULE: ./lib/server/json-text.js
// Answers as JSON text, with numbers as they were written and in the server's two layouts.

/** As `JSON.stringify` with this indent, numbers of a parsed text unchanged. */
function jsonText(value, indent) {
    return written(value, indent === 0 ? { colon: ':', step: '', line: '' } : layout(indent));
}
function layout(indent) {
    return { colon: ': ', step: ' '.repeat(indent), line: '\n' };
}
function written(value, at) {
    if (value instanceof json_node/* JsonNumber */.WP)
        return value.literal;
    if (typeof value !== 'object' || value === null)
        return JSON.stringify(value);
    const inner = { ...at, line: at.line + at.step };
    if (isList(value))
        return enclosed('[]', { parts: value.map((one) => written(one, inner)), at, inner });
    const members = Symbol.iterator in value ? [...value] : Object.entries(value);
    const parts = members.map(([name, one]) => JSON.stringify(name) + at.colon + written(one, inner));
    return enclosed('{}', { parts, at, inner });
}
function isList(value) {
    return Array.isArray(value);
}
function enclosed(brackets, { parts, at, inner }) {
    if (parts.length === 0)
        return brackets;
    return brackets[0] + inner.line + parts.join(`,${inner.line}`) + at.line + brackets[1];
}

;// CONCATENATED MODULE: ./lib/server/refusal.js
// Why a push is refused: the server's messages (behaviour.md, section 5) and the entry that goes with them.

const MESSAGES = {
    GENERIC: 'Posted data is not in expected JSON format.  Consult the API documentation for formatting specifications.',
    KEY_CREATION: 'Property key creation is disabled by default for API Push requests.  See documentation for options.',
    PUSH_DISABLED: 'Push updates are disabled for specified key.',
    CONTEXT_NOT_SPECIFIED: 'Value context not specified.',
    SCOPE: 'Context items specified are outside of repository context scope.',
    INVALID_TYPE: 'Invalid type specified.',
    ILLEGAL: 'Names may only contain alphanumeric characters or single hyphens, and cannot begin or end with a hyphen.',
    KEY_BLANK: 'Key cannot be blank.',
    BLANK_NAME: 'Name cannot be empty.',
    INVALID_VALUE: 'Value specified is not valid format for key specified Value-Data-Type.',
    FILE_NOT_FOUND: 'Specified file is not found.',
    FILE_DUPLICATION: 'Another file with the same context exists.',
    PROP_DUPLICATION: 'Another value with the same context exists.',
    MISSING_PARAMS: 'Required parameters not specified.',
    KEY_USED: 'This key is used in at least one file, and cannot be deleted.',
    CIRCULAR: 'Circular reference found among files referenced by resolved values of keys defined within the files.',
    GROUP_CONFLICT: 'Group-Member conflict.',
    MISSING_GROUP: 'Security profile specified is no longer available.',
    INVALID_PASSWORD: 'Invalid password specified.',
    DECRYPTION: 'Unable to decrypt specified value with provided password.',
    CONSTRAINT: 'A relationship to another item exists, preventing this transaction.',
    INVALID_TOKEN: 'Invalid API token.',
    EXPIRED_TOKEN: 'API token has expired.',
    INACTIVE_TOKEN: 'API token is not active.',
    NOT_QUALIFIED: 'Specified context not fully qualified.',
    TAG_NOT_FOUND: 'Specified repository tag not found.',
    // So written: the server forgets the closing quote.
    DATE_FORMAT: "Invalid date format.  Expected 'ISO 8601' format: 'YYYY-MM-DDTHH:MM:SSZ",
    NO_PUSH_WITHOUT_TOKEN: 'This repository does not allow API Push without specifying a token',
    NO_PULL_WITHOUT_TOKEN: 'This repository does not allow API Pull without specifying a token',
};
function refusal(name, entry) {
    const message = MESSAGES[name];
    return entry === undefined ? { message } : { message, entry: (0,json_node/* compactJson */.Ar)(entry) };
}
/**
 * Leaves a push from wherever it is. Everything that a push does goes to a draft, so there is nothing
 * to clean up on the way out, and the twenty places that may refuse need not hand a result through.
 * Thrown and caught by `push` alone: outside it a refusal is a value.
 */
class Refused extends Error {
    reason;
    refusal;
    constructor(name, entry) {
        super(MESSAGES[name]);
        this.reason = name;
        this.refusal = refusal(name, entry);
    }
}

;// CONCATENATED MODULE: ./lib/server/answer.js
// What the server answers, as a value: the HTTP adapter only writes it down.



/** A reason that is too long for a header is lost. */
function refuse(status, reason) {
    const etag = etagOf(typeof reason === 'string' ? refusal(reason) : reason);
    return etag === undefined ? crashed() : { status, etag };
}
/** The server's way out of whatever it did not expect. */
function crashed() {
    return { status: 500, close: true };
}
function json(value, request) {
    return jsonAnswer(JSON.stringify(value, null, indentFor(request)));
}
/** For what holds parsed JSON: its numbers stay as they were written. */
function jsonNode(value, request) {
    return jsonAnswer(jsonText(value, indentFor(request)));
}
function indentFor(request) {
    return isTrue(request.header('pretty')) ? 2 : 0;
}
function jsonAnswer(text) {
    return { status: 200, contentType: 'application/json', body: htmlSafe(text) };
}
function isTrue(text) {
    return text?.toLowerCase() === 'true';
}
/** These characters can stand only inside the strings of a JSON text, so the text may be replaced as a whole. */
function htmlSafe(json) {
    return json.replace(/[<>&='\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

;// CONCATENATED MODULE: ./lib/server/held.js
// How much of the bodies of pushes is in memory at the same time: they wait for each other.
class Held {
    #most;
    #bytes = 0;
    constructor(most) {
        this.#most = most;
    }
    share() {
        let mine = 0;
        return {
            take: (bytes) => {
                mine += bytes;
                this.#bytes += bytes;
                return this.#bytes <= this.#most;
            },
            release: () => {
                this.#bytes -= mine;
                mine = 0;
            },
        };
    }
}

;// CONCATENATED MODULE: ./lib/server/state.js

function createRepository(settings, options) {
    return {
        account: settings.account,
        name: settings.repository,
        levels: [...settings.levels],
        flags: flagsOf(settings),
        tokens: tokensOf(settings, { random: options.random }),
        securityGroups: [...(settings.securityGroups ?? [])],
        contextGroups: [...(settings.contextGroups ?? [])],
        ...(settings.plantDuplicates ? { plantDuplicates: true } : {}),
        created: options.now().toISOString(),
        serial: 1,
        elements: settings.levels.map((level) => groupElements(level, settings.contextGroups ?? [])),
        keys: new Map(),
        files: new Map(),
        formerPaths: new Set(),
        history: [],
        past: [],
        tags: [],
    };
}
/** Groups and their members are elements like others. */
function groupElements(level, groups) {
    const ofLevel = groups.filter((group) => group.level === level);
    const names = ofLevel.flatMap(({ name, members }) => [name, ...members]);
    return new Map(names.map((name) => [name.toLowerCase(), name]));
}
/** Names are compared with case. */
function findRepository(repositories, address) {
    return repositories.find((one) => one.account === address.account && one.name === address.name);
}

;// CONCATENATED MODULE: ./lib/server/access.js

/** The repository that a genuine token is for, whether the token may be used or not. */
function byToken(repositories, sent) {
    for (const repository of repositories) {
        const token = repository.tokens.find((one) => one.value === sent);
        if (token !== undefined)
            return { repository, token };
    }
    return { denied: 'INVALID_TOKEN' };
}
/** Why a genuine token may not be used. `info` never asks. */
function tokenProblem(token) {
    if (token?.expired)
        return 'EXPIRED_TOKEN';
    return token === undefined || token.active ? undefined : 'INACTIVE_TOKEN';
}
/** A token beside the URL form is not even read. */
function byAddress(repositories, { address, purpose }) {
    const repository = findRepository(repositories, address);
    if (repository === undefined)
        return 'missing';
    const { tokenFreePush, tokenFreePull } = repository.flags;
    if (purpose === 'push')
        return tokenFreePush ? { repository } : { denied: 'NO_PUSH_WITHOUT_TOKEN' };
    return tokenFreePull ? { repository } : { denied: 'NO_PULL_WITHOUT_TOKEN' };
}

;// CONCATENATED MODULE: ./lib/server/content-type.js
// Content types of files by their extension (behaviour.md, section 13).
/** With case: `XML` is none of them. */
const CONTENT_TYPES = new Map([
    ['json', 'application/json'],
    ['xml', 'application/xml'],
    ['html', 'text/html'],
    ['htm', 'text/html'],
    ['css', 'text/css'],
    ['csv', 'text/csv'],
    ['js', 'application/javascript'],
    ['sh', 'application/x-sh'],
    ['sql', 'application/x-sql'],
    ['svg', 'image/svg+xml'],
]);
function contentTypeOf(path) {
    const dot = path.lastIndexOf('.');
    return (dot === -1 ? undefined : CONTENT_TYPES.get(path.slice(dot + 1))) ?? 'text/plain';
}

;// CONCATENATED MODULE: ./lib/server/read-failed.js
/** Leaves a read from wherever it is; thrown by reads and caught by `readAnswer` alone. */
class ReadFailed extends Error {
    failure;
    constructor(failure) {
        super('refused' in failure ? failure.refused : (failure.crash ?? 'crash'));
        this.failure = failure;
    }
}
function refuseRead(refused) {
    return new ReadFailed({ refused });
}
function crashRead(text) {
    return new ReadFailed({ crash: text });
}

;// CONCATENATED MODULE: ./lib/server/history.js
// Earlier states of a repository, by date or tag (behaviour.md, section 13).

/** `undefined`: the present. In the URL form a tag that does not exist is ignored. */
function momentOf(repository, { tag, date, form }) {
    const known = tag ? repository.tags.find((one) => one.name === tag) : undefined;
    if (known !== undefined)
        return new Date(known.time);
    if (tag && form === 'token')
        throw refuseRead('TAG_NOT_FOUND');
    return date ? parsedDate(date) : undefined;
}
function parsedDate(text) {
    const [, local = '', zone = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:?\d\d)$/.exec(text) ?? [];
    const asUtc = Date.parse(`${local}Z`);
    // The engine takes the 30th of February for the 1st of March.
    if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local))
        throw refuseRead('DATE_FORMAT');
    return new Date(asUtc - offsetOf(zone));
}
function offsetOf(zone) {
    if (zone === 'Z')
        return 0;
    const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
    return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
/** What earlier runs of the server changed is on record only as far as it can be undone. */
function repositoryAt(repository, moment) {
    const time = moment.getTime();
    if (time < Date.parse(repository.created)) {
        throw crashRead(`There is no revision before or at ${javaDate(moment)}.`);
    }
    const later = repository.past.filter((one) => Date.parse(one.time) > time);
    const unknown = repository.history.length - repository.past.length;
    const isLost = repository.history.slice(0, unknown).some((one) => Date.parse(one.time) > time);
    if (isLost)
        throw crashRead();
    return later.length === 0 ? repository : undone(repository, later);
}
function undone(repository, later) {
    const keys = new Map(repository.keys);
    const files = new Map(repository.files);
    for (const change of [...later].reverse()) {
        restore(keys, change.keys);
        restore(files, change.files);
    }
    return { ...repository, keys, files };
}
function restore(map, before) {
    for (const [id, item] of before) {
        if (item === undefined)
            map.delete(id);
        else
            map.set(id, item);
    }
}
/** `Wed Jan 01 00:00:00 UTC 2020` */
function javaDate(date) {
    const [weekday = '', day, month, year, time] = date.toUTCString().split(' ');
    return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`;
}
/** `MM/dd/yyyy HH:mm:ss`, in UTC. */
function serverTime(date) {
    const [year, month, day] = date.toISOString().slice(0, 10).split('-');
    return `${month}/${day}/${year} ${date.toISOString().slice(11, 19)}`;
}

// EXTERNAL MODULE: ./lib/model/lenient-json.js
var lenient_json = __webpack_require__(9201);
// EXTERNAL MODULE: ./lib/model/placeholders.js
var placeholders = __webpack_require__(3735);
;// CONCATENATED MODULE: ./lib/model/resolution.js
// Which row answers a context: weights, context groups, and rows that are in each other's way (behaviour.md, section 14).
function indexGroups(levels, groups) {
    const members = levels.map((level) => {
        const ofLevel = groups.filter((group) => group.level === level);
        return new Map(ofLevel.map(({ name, members }) => [lower(name), new Set(members.map(lower))]));
    });
    return { depth: levels.length, members };
}
/** Weight of one element at the last level; each level before it counts half. */
const FULL_WEIGHT = 5120;
/** Weight of a context that is written in full. A group weighs a little less than an element, the more the broader. */
function weightOf(context, groups) {
    let weight = 0;
    for (const [level, element] of context.toLowerCase().split(';').entries()) {
        if (element === '*')
            continue;
        const fromRight = groups.depth - level;
        weight += FULL_WEIGHT / 2 ** (fromRight - 1) - (groups.members[level]?.has(element) ? fromRight : 0);
    }
    return weight;
}
/** The weight of a row's context if it answers the request, otherwise `undefined`. Each context is worked out once. */
function weigher(request, groups) {
    const accepted = request.map((element, level) => element === undefined ? undefined : acceptedBy(lower(element), groups.members[level]));
    const known = new Map();
    return (context) => {
        if (known.has(context))
            return known.get(context);
        const elements = context.toLowerCase().split(';');
        const matches = elements.every((element, level) => element === '*' || (accepted[level]?.has(element) ?? true));
        const weight = matches ? weightOf(context, groups) : undefined;
        known.set(context, weight);
        return weight;
    };
}
/** A request for an element is also answered by the groups that have it as a member. */
function acceptedBy(element, groups = new Map()) {
    const accepted = new Set([element]);
    for (const [group, members] of groups)
        if (members.has(element))
            accepted.add(group);
    return accepted;
}
/** The row of the highest weight. Of equal ones the server takes any; here it is the oldest, and `onTie` hears of it. */
function heaviest(rows, weigh, onTie = () => { }) {
    let best;
    let bestWeight = -1;
    let tied = false;
    for (const row of rows) {
        const weight = weigh(row.context);
        if (weight === undefined || weight < bestWeight)
            continue;
        tied = weight === bestWeight;
        if (best !== undefined && tied && best.serial < row.serial)
            continue;
        best = row;
        bestWeight = weight;
    }
    if (tied)
        onTie();
    return best;
}
/**
 * Whether a row of one context may not stand beside a row of the other: where the first names a group that shares
 * members with other groups, the second names one of those, and everywhere else they are the same.
 */
function inConflict(context, other, groups) {
    const [mine, theirs] = [context.toLowerCase().split(';'), other.toLowerCase().split(';')];
    const rivals = mine.map((element, level) => rivalsOf(element, groups.members[level]));
    if (rivals.every((names) => names.size === 0))
        return false;
    if (weightOf(context, groups) !== weightOf(other, groups))
        return false;
    return mine.every((element, level) => {
        const names = rivals[level] ?? new Set();
        const against = theirs[level] ?? '*';
        return names.size > 0 ? names.has(against) : element === against;
    });
}
/** The other groups that share a member with this one. */
function rivalsOf(element, groups = new Map()) {
    const members = groups.get(element);
    if (members === undefined)
        return new Set();
    const rivals = [...groups].filter(([name, others]) => name !== element && [...others].some((member) => members.has(member)));
    return new Set(rivals.map(([name]) => name));
}
function lower(name) {
    return name.toLowerCase();
}

;// CONCATENATED MODULE: ./lib/server/contexts.js
// Contexts of a push: reading them, and creating the elements that they name (behaviour.md, section 6).



/** The context in the spelling of first use. Elements that do not exist are created, whatever the push does. */
function resolveContext(draft, options) {
    const { text, entry } = options;
    const known = draft.contexts.get(text);
    if (known !== undefined)
        return known;
    const context = segmentsOf(text, { depth: draft.depth, entry })
        .map((segment, level) => resolveElement(draft, { segment, level, entry }))
        .join(';');
    draft.contexts.set(text, context);
    return context;
}
function segmentsOf(text, { depth, entry }) {
    const segments = splitLikeJava((0,model_vdt/* javaTrim */.D9)(text));
    if (segments.length === 0)
        return Array(depth).fill('*');
    if (segments.length > context/* MAX_LEVELS */.DD)
        throw new Refused('INVALID_TYPE', entry);
    if (segments.length !== depth)
        throw new Refused('SCOPE', entry);
    return segments.map(model_vdt/* javaTrim */.D9);
}
/** Java's `split(";")` leaves out the empty segments at the end. */
function splitLikeJava(text) {
    let end = text.length;
    while (text[end - 1] === ';')
        end--;
    return end === 0 ? [] : text.slice(0, end).split(';');
}
function resolveElement(draft, { segment, level, entry }) {
    if (segment === '' || segment === '*')
        return '*';
    const known = draft.element(level, segment);
    if (known !== undefined)
        return known;
    if (!context/* ELEMENT_NAME */.Hi.test(segment))
        throw new Refused('ILLEGAL', entry);
    if (segment.length > context/* ELEMENT_NAME_MAX */.cc)
        throw new Refused('CONSTRAINT', entry);
    draft.addElement(level, segment);
    return segment;
}

;// CONCATENATED MODULE: ./lib/server/secrets.js
// Security groups during one request: which passwords are known, and what is stored under them (behaviour.md, section 12).

class Secrets {
    #groups;
    #enabled;
    #passwords = new Map();
    #opened = new Set();
    /** `carried`: the groups of the token. */
    constructor(repository, carried) {
        this.#groups = new Map(repository.securityGroups.map((group) => [group.name, group]));
        this.#enabled = repository.flags.securityEnabled;
        for (const name of carried)
            this.supply(name, this.#groups.get(name)?.password ?? '');
    }
    /** Names are compared with case. */
    group(name) {
        return name === undefined ? undefined : this.#groups.get(name);
    }
    /** Right or wrong: what was given last counts. */
    supply(name, password) {
        this.#passwords.set(name, password);
    }
    passwordFor(name) {
        return name === undefined ? undefined : this.#passwords.get(name);
    }
    /** True as well where there is no group. */
    isRight({ group, password }) {
        const known = this.group(group);
        return known === undefined || known.password === password;
    }
    /** An update of a file with the right password lets everything after it in this push come under the group. */
    open(name) {
        this.#opened.add(name);
    }
    openedPassword(name) {
        return this.#opened.has(name) ? this.group(name)?.password : undefined;
    }
    sealed(text, lock) {
        const group = this.group(lock.group);
        if (group === undefined || !this.#enabled)
            return text;
        if (lock.password !== group.password)
            return undefined;
        const { cipher, password } = group;
        return text === null || cipher === null ? text : (0,ciphers/* encrypt */.w)(text, { cipher, password });
    }
    unsealed(text, lock) {
        const cipher = this.group(lock.group)?.cipher ?? null;
        if (text === null || cipher === null)
            return text;
        return lock.password === undefined ? undefined : (0,ciphers/* decrypt */.Yc)(text, { cipher, password: lock.password });
    }
}

;// CONCATENATED MODULE: ./lib/server/view.js
// What one read sees: a repository in a context, with the passwords that came along (behaviour.md, sections 6 and 14).








function viewOf(repository, { context, passwords }) {
    const request = requestedElements(context, repository.levels.length);
    const groups = indexGroups(repository.levels, repository.contextGroups);
    return { repository, secrets: secretsOf(repository, passwords), weigh: weigher(request, groups), ties: 0 };
}
/** Names that no element has are fine: they are answered by wildcards. */
function requestedElements(header, depth) {
    if (header === undefined)
        throw crashRead();
    if ((0,model_vdt/* javaTrim */.D9)(header) === '')
        throw refuseRead('NOT_QUALIFIED');
    const elements = splitLikeJava(header).map(model_vdt/* javaTrim */.D9);
    if (elements.length === 0 || elements.length > context/* MAX_LEVELS */.DD)
        throw refuseRead('INVALID_TYPE');
    if (elements.length > depth)
        throw refuseRead('SCOPE');
    if (elements.length < depth)
        throw refuseRead('NOT_QUALIFIED');
    return elements;
}
/** Wrong passwords are ignored, and so is a group that does not exist. */
function secretsOf(repository, { header, carried }) {
    const secrets = new Secrets(repository, carried);
    if (header === undefined || (0,model_vdt/* javaTrim */.D9)(header) === '')
        return secrets;
    const parsed = (0,lenient_json/* parseLenientJson */.Ri)(header);
    const given = 'value' in parsed ? parsed.value : undefined;
    if (given !== null && !(0,json_node/* isJsonObject */.OW)(given))
        throw refuseRead('INVALID_PASSWORD');
    for (const [group, node] of given ?? []) {
        const password = passwordOf(node);
        const isKnown = secrets.group(group) !== undefined;
        if (isKnown && secrets.isRight({ group, password }))
            secrets.supply(group, password ?? '');
    }
    return secrets;
}
/** Numbers and booleans count by their text; what holds other values is no password. */
function passwordOf(node) {
    if (node === null)
        return undefined;
    if (node instanceof json_node/* JsonNumber */.WP)
        return node.literal;
    if (typeof node === 'object')
        throw refuseRead('INVALID_PASSWORD');
    return String(node);
}
/** The active value of a key that answers. */
function valueFor(key, view) {
    return best(activeRows(key.rows.values()), view);
}
/** The active file of a path that answers. */
function fileFor(path, view) {
    return best(activeRows([view.repository.files.get(path) ?? []]), view);
}
function best(rows, view) {
    return heaviest(rows, view.weigh, () => {
        view.ties++;
    });
}
function* activeRows(lists) {
    for (const rows of lists)
        for (const row of rows)
            if (row.active)
                yield row;
}
/** The text as far as the passwords reach: without the right one it is the cipher text. */
function visibleText(row, { key, view }) {
    if (row.reference)
        return row.text;
    const password = view.secrets.passwordFor(key.group);
    if (password === undefined)
        return row.text;
    return view.secrets.unsealed(row.text, { group: key.group, password }) ?? row.text;
}

;// CONCATENATED MODULE: ./lib/server/render-file.js
// A file as clients get it: placeholders replaced by values of the context (behaviour.md, section 11).




const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';
/** A file under a cipher whose password is not known is rendered, and encrypted again. */
function renderFile(file, view) {
    const group = view.secrets.group(file.group);
    if (group === undefined || group.cipher === null)
        return rendered(file.content, view, []);
    const { cipher, password } = group;
    const clear = view.secrets.unsealed(file.content, { group: group.name, password });
    if (clear === undefined)
        throw refuseRead('DECRYPTION');
    const text = rendered(clear, view, []);
    const isKnown = view.secrets.passwordFor(group.name) !== undefined;
    return isKnown ? text : (0,ciphers/* encrypt */.w)(text, { cipher, password });
}
/** `paths`: the files in which this one is embedded. */
function rendered(content, view, paths) {
    return (0,placeholders/* replacePlaceholders */.Lb)(content, (name) => replacement(name, view, paths));
}
function replacement(name, view, paths) {
    const key = view.repository.keys.get(name.toLowerCase());
    if (key === undefined)
        throw crashRead();
    const row = valueFor(key, view);
    if (row === undefined)
        return NO_VALUE;
    if (key.vdt === 'FileEmbed' && row.reference)
        return embedded(row.text ?? '', view, paths);
    const text = visibleText(row, { key, view });
    if (text === null)
        return key.vdt === 'FileEmbed' || key.vdt === 'FileRef' ? '' : 'null';
    return text.replaceAll('\\', '\\\\');
}
function embedded(path, view, paths) {
    if (paths.includes(path))
        throw refuseRead('CIRCULAR');
    const file = fileFor(path, view);
    return file === undefined ? NO_FILE : rendered(file.content, view, [...paths, path]);
}

;// CONCATENATED MODULE: ./lib/server/pull.js
// What a pull answers: the values and files of one context (behaviour.md, section 13).







function pullOf(view, options) {
    return {
        ...(options.noFiles ? {} : { files: filesOf(view) }),
        ...(options.noProperties ? {} : { properties: propertiesOf(view, options) }),
    };
}
function filesOf(view) {
    const files = new Map();
    for (const path of view.repository.files.keys()) {
        const file = fileFor(path, view);
        if (file === undefined)
            continue;
        files.set(path, { content: renderFile(file, view), 'content-type': contentTypeOf(path) });
    }
    return files;
}
function propertiesOf(view, options) {
    const properties = new Map();
    for (const key of view.repository.keys.values()) {
        const row = valueFor(key, view);
        if (row !== undefined)
            properties.set(key.name, propertyOf(row, { key, view, options }));
    }
    return properties;
}
function propertyOf(row, { key, view, options }) {
    const comment = options.includeComments && (0,model_vdt/* javaTrim */.D9)(key.readme ?? '') !== '' ? key.readme : null;
    return {
        ...(key.vdt === 'Text' ? {} : { type: key.vdt }),
        ...(key.deprecated ? { deprecated: true } : {}),
        ...(comment === null ? {} : { comment }),
        ...encryptionOf(key, view),
        val: nativeValue(visibleText(row, { key, view }), key),
        ...(options.includeValueContext ? { context: row.context.split(';') } : {}),
    };
}
/** Only while the password is not known. */
function encryptionOf(key, view) {
    const group = view.secrets.group(key.group);
    if (group === undefined || group.cipher === null)
        return {};
    const isKnown = view.secrets.passwordFor(group.name) !== undefined;
    return isKnown ? {} : { encryption: group.name, cipher: group.cipher };
}
const NATIVE = { Map: 'JsonObject', List: 'JsonArray' };
/** Maps and Lists are sent as JSON. A text that is something else breaks the whole answer. */
function nativeValue(text, { vdt }) {
    if (text === null || (vdt !== 'Map' && vdt !== 'List'))
        return text;
    if ((0,model_vdt/* javaTrim */.D9)(text) === '')
        return null;
    const whole = (0,lenient_json/* parseLenientJson */.Ri)(text);
    if ('value' in whole && gsonClass(whole.value) === NATIVE[vdt])
        return whole.value;
    const leading = (0,lenient_json/* parseLeadingJson */.IL)(text);
    const found = 'value' in leading ? gsonClass(leading.value) : NATIVE[vdt];
    if (found === NATIVE[vdt])
        throw crashRead();
    throw crashRead(`Expected a com.google.gson.${NATIVE[vdt]} but was com.google.gson.${found}`);
}
function gsonClass(node) {
    if (node === null)
        return 'JsonNull';
    if (Array.isArray(node))
        return 'JsonArray';
    return node instanceof json_node/* JsonNumber */.WP || typeof node !== 'object' ? 'JsonPrimitive' : 'JsonObject';
}

;// CONCATENATED MODULE: ./lib/server/paths.js
const PATH_MAX = 255;
/** At the last `/`, unless that is the first character. */
function splitPath(path) {
    const slash = path.lastIndexOf('/');
    return slash > 0
        ? { folder: path.slice(0, slash), name: path.slice(slash + 1) }
        : { folder: '', name: path };
}
/** A slash in front of the folder is dropped, and so such a file is never found under the path that was sent. */
function storedPath(sent) {
    const { folder, name } = splitPath(sent);
    const stored = folder.startsWith('/') ? folder.slice(1) : folder;
    return stored === '' ? name : `${stored}/${name}`;
}
/** A path stays known after its last file if a value named it then. */
function isStoredPath(draft, path) {
    return draft.filesAt(path).length > 0 || draft.wasPath(path);
}
/** The file that a push finds: inactive ones are invisible to it. */
function activeRow(draft, { path, context }) {
    const id = context.toLowerCase();
    return draft.filesAt(path).find((row) => row.active && row.context.toLowerCase() === id);
}

;// CONCATENATED MODULE: ./lib/server/reads.js
// What can be read of a repository: export, info, keyData (behaviour.md, section 13).


/** Everything, in the shape of a push body, keys before files. */
function exportOf(repository, options) {
    const keys = Array.from(repository.keys.values(), (key) => exportedKey(key, options));
    const files = options.omitFiles ? [] : allFiles(repository).map(exportedFile);
    return { data: [...keys, ...files] };
}
function exportedKey(key, options) {
    const { name, readme, deprecated, vdt, push, group: securityGroup } = key;
    // Members that are undefined are not written.
    const values = options.omitValues ? undefined : exportedValues(key);
    return { key: name, readme, deprecated, vdt, push, securityGroup, values };
}
function exportedValues(key) {
    const values = [];
    for (const rows of key.rows.values()) {
        for (const { context, text, active } of rows)
            values.push({ context, value: text, active });
    }
    return values;
}
/** An inactive file is not marked. */
function exportedFile({ content, path, context, group }) {
    const file = { content, file: path, context };
    return group === undefined ? file : { ...file, securityGroup: group };
}
function allFiles(repository) {
    return [...repository.files.values()].flat();
}
function keyDataOf(key) {
    if (key === undefined)
        return {};
    const { name, readme, deprecated, vdt, push } = key;
    return { key: name, readme, deprecated, vdt, push };
}
/** `undefined` where the server crashes: on a label that it does not know. */
function infoOf(repository, options) {
    const elements = options.contextElements || options.contextLabels !== undefined;
    const contextElements = elements ? elementsOf(repository, options.contextLabels) : undefined;
    if (elements && contextElements === undefined)
        return undefined;
    const files = options.files || options.filesGlob !== undefined;
    return {
        account: repository.account,
        repository: repository.name,
        generatedOn: serverTime(options.now),
        ...(options.moment === undefined ? {} : { date: serverTime(options.moment) }),
        context: repository.levels,
        ...(elements ? { contextElements } : {}),
        ...(files ? { files: options.moment === undefined ? fileList(repository, options.filesGlob) : [] } : {}),
        ...(options.tags ? { tags: repository.tags.map(shownTag) } : {}),
    };
}
function elementsOf(repository, labels) {
    const wanted = labels === undefined ? repository.levels : labels.split(',');
    if (wanted.some((label) => !repository.levels.includes(label)))
        return undefined;
    return Object.fromEntries(wanted.map((label) => [
        label,
        [...(repository.elements[repository.levels.indexOf(label)]?.values() ?? [])],
    ]));
}
function fileList(repository, glob) {
    return allFiles(repository)
        .filter((row) => glob === undefined || matchesGlob(row.path, glob))
        .map(({ path, group }) => {
        const file = { name: splitPath(path).name, path };
        return group === undefined ? file : { ...file, secureGroup: group };
    });
}
/** `*` matches everything, `/` as well. Taking the first match of each part is enough, and linear. */
function matchesGlob(path, glob) {
    const [first = '', ...others] = glob.split('*');
    const last = others.pop();
    if (last === undefined)
        return path === glob;
    if (!path.startsWith(first))
        return false;
    let at = first.length;
    for (const part of others) {
        const found = path.indexOf(part, at);
        if (found === -1)
            return false;
        at = found + part.length;
    }
    return path.length - last.length >= at && path.endsWith(last);
}
function shownTag({ name, readme, time }) {
    return { name, readme, ts: Date.parse(time), date: `${time.slice(0, 16)}Z` };
}
/** One repository in `info/all`. Value-less keys and inactive values are counted. */
function summaryOf(repository) {
    const { account, name, flags, levels, created } = repository;
    let valueCount = 0;
    for (const key of repository.keys.values())
        for (const rows of key.rows.values())
            valueCount += rows.length;
    return {
        account,
        name,
        isPrivate: false,
        isPersonal: true,
        description: '',
        created: `${created.slice(0, 16)}Z`,
        accessControlsEnabled: flags.accessControlsEnabled,
        vdtEnabled: flags.vdtEnabled,
        securityEnabled: flags.securityEnabled,
        contextGroupsEnabled: flags.contextGroupsEnabled,
        keyCount: repository.keys.size,
        valueCount,
        userCount: 0,
        context: levels,
    };
}

;// CONCATENATED MODULE: ./lib/server/endpoint-reads.js
// What each reading endpoint takes from a request, and how its answer looks (behaviour.md, section 13).








const ENDPOINT_READS = {
    export: ({ repository, request, moment }) => {
        if (moment !== undefined)
            throw crashRead();
        const omitValues = isTrue(request.header('omit-values'));
        const omitFiles = isTrue(request.header('omit-files'));
        return json(exportOf(repository, { omitValues, omitFiles }), request);
    },
    info: ({ repository, request, moment, service }) => {
        const content = infoOf(repository, {
            now: service.now(),
            moment,
            tags: isTrue(request.header('tags')),
            contextElements: isTrue(request.header('context-elements')),
            contextLabels: request.header('context-labels') || undefined,
            files: isTrue(request.header('files')),
            filesGlob: request.header('files-glob') || undefined,
        });
        if (content === undefined)
            throw crashRead();
        return json(content, request);
    },
    keyData: ({ repository, request }) => json(keyDataOf(repository.keys.get((request.header('keyname') ?? '').toLowerCase())), request),
    pull: (asked) => {
        const { request, service } = asked;
        const { content, remark } = cached(asked, {
            kind: 'pull',
            make: (view) => ({ content: pulled(view, asked), remark: remarkOf(view) }),
        });
        return { ...jsonNode({ ...content, generatedOn: serverTime(service.now()) }, request), ...remark };
    },
    rawFile: (asked) => {
        const path = asked.request.header('file') ?? '';
        return cached(asked, { kind: `rawFile ${path}`, make: (view) => rawFile(path, view) });
    },
};
/** Where caching is enabled everything but the context is taken from the first request; passwords must be JSON. */
function cached(asked, { kind, make }) {
    const { request, repository, service, token } = asked;
    const context = request.header('context');
    const passwords = {
        header: request.header('security-profile-auth'),
        carried: token?.securityGroups ?? [],
    };
    const makeNow = () => make(viewOf(repository, { context, passwords }));
    if (!repository.flags.cachingEnabled || context === undefined)
        return makeNow();
    const id = `${kind}\n${context.toLowerCase()}`;
    if (service.cache.has(repository.name, id))
        secretsOf(repository, passwords);
    return service.cache.answer(repository.name, { id, make: makeNow });
}
function pulled(view, { request, repository, moment }) {
    return {
        ...pullOf(view, {
            noFiles: isTrue(request.header('no-files')),
            noProperties: isTrue(request.header('no-properties')),
            includeComments: isTrue(request.header('include-comments')),
            includeValueContext: isTrue(request.header('include-value-context')),
        }),
        account: repository.account,
        repo: repository.name,
        context: request.header('context') ?? '',
        ...(moment === undefined ? {} : { repoDate: serverTime(moment) }),
    };
}
function rawFile(path, view) {
    const file = fileFor(path, view);
    if (file === undefined)
        return { status: 204 };
    const body = renderFile(file, view);
    return { status: 200, contentType: contentTypeOf(path), body, ...remarkOf(view) };
}
function remarkOf({ ties }) {
    return ties === 0 ? {} : { remark: `rows of equal weight: ${ties}, the oldest answers` };
}

;// CONCATENATED MODULE: ./lib/server/read-answer.js
// Answers to reads: who asks, of which moment, and what (behaviour.md, sections 2 and 13).






const SERVER_VERSION = '1.10.6';
/** Everything but a push. */
function readAnswer(service, asked) {
    const { endpoint } = asked.route;
    if (endpoint === 'info/all')
        return json(service.repositories.map(summaryOf), asked.request);
    if (endpoint === 'info/system')
        return json({ version: SERVER_VERSION }, asked.request);
    try {
        const read = ENDPOINT_READS[endpoint];
        return read === undefined ? crashed() : read(readRequest(service, asked));
    }
    catch (problem) {
        if (problem instanceof ReadFailed)
            return failed(problem.failure, endpoint === 'info' ? 417 : 406);
        throw problem;
    }
}
function failed(failure, status) {
    if ('refused' in failure)
        return refuse(status, failure.refused);
    return failure.crash === undefined ? crashed() : { ...crashed(), etag: `"${failure.crash}"` };
}
/** The moment is looked at before it is known whether the token may be used. */
function readRequest(service, { request, route }) {
    const { address, endpoint } = route;
    const access = address === undefined
        ? byToken(service.repositories, request.header('client-token') ?? '')
        : byAddress(service.repositories, { address, purpose: 'read' });
    if (access === 'missing')
        throw crashRead();
    if ('denied' in access)
        throw refuseRead(access.denied);
    const moment = momentOf(access.repository, {
        tag: request.header('tag'),
        date: request.header('repository-date'),
        form: address === undefined ? 'token' : 'url',
    });
    const repository = moment === undefined ? access.repository : repositoryAt(access.repository, moment);
    const problem = endpoint === 'info' ? undefined : tokenProblem(access.token);
    if (problem !== undefined)
        throw refuseRead(problem);
    return { service, request, repository, token: access.token, moment };
}

;// CONCATENATED MODULE: ./lib/server/pages.js
/** For everything under `/rest` that it does not know or does not take. Nothing was done. */
function notFoundPage() {
    return { status: 200, contentType: 'text/html', etag: 'W/"855-1500000000000"', body: page(855) };
}
/** For every other path of the site. */
function startPage() {
    return { status: 200, contentType: 'text/html', etag: 'W/"8365-1500000000000"', body: page(8365) };
}
function missingHtmlFile() {
    return { status: 404, contentType: 'text/html', body: page(1172) };
}
function methodForbidden() {
    return { status: 403, contentType: 'text/html;charset=utf-8', body: page(993) };
}
function methodUnknown() {
    return { status: 501, contentType: 'text/html;charset=utf-8', body: page(1138), close: true };
}
/** Clients are told by length, if by anything. */
function page(bytes) {
    const start = '<!DOCTYPE html><html><head><title>ConfigHub</title></head><body>';
    const end = '</body></html>\n';
    return start + ' '.repeat(bytes - start.length - end.length) + end;
}

// EXTERNAL MODULE: ./lib/model/strict-json.js
var strict_json = __webpack_require__(4159);
;// CONCATENATED MODULE: ./lib/server/body.js
// Reading the members of a push body as the server does: scalars by their text, one-element arrays unwrapped.





function body_readBody(text) {
    const plain = (0,strict_json/* parseStrictObject */.yt)(text);
    return (plain && readStrict(plain, text)) ?? readLenient(text);
}
function readLenient(text) {
    const body = parsedBody(text);
    const entries = objectsOf(body.get('data'));
    return { ...settingsOf(body), entriesWith: (member) => entries.filter((entry) => entry.has(member)) };
}
function parsedBody(text) {
    const parsed = (0,lenient_json/* parseLenientJson */.Ri)(text);
    if (!('value' in parsed) || !(0,json_node/* isJsonObject */.OW)(parsed.value))
        throw new Refused('GENERIC');
    return parsed.value;
}
function readStrict({ data, ...settings }, text) {
    if (!(0,strict_json/* isFaithful */.M0)(settings, 0) || !Array.isArray(data) || !data.every(strict_json/* isPlainObject */.Qd))
        return undefined;
    let exact;
    const byHand = () => {
        exact ??= objectsOf(parsedBody(text).get('data'));
        return exact;
    };
    return {
        ...settingsOf(new strict_json/* StrictObject */.xB(settings)),
        entriesWith: (member) => strictEntries(data, { member, byHand }),
    };
}
/** From the first entry of which the engine has lost something, everything is read again by hand. */
function* strictEntries(data, { member, byHand }) {
    for (const [index, entry] of data.entries()) {
        if (!Object.hasOwn(entry, member))
            continue;
        if (!(0,strict_json/* isFaithful */.M0)(entry, ENTRY_DEPTH)) {
            yield* byHand()
                .slice(index)
                .filter((one) => one.has(member));
            return;
        }
        yield new strict_json/* StrictObject */.xB(entry);
    }
}
/** Entries are elements of a member of the body. */
const ENTRY_DEPTH = 2;
function settingsOf(body) {
    const comment = optionalText(body, 'changeComment');
    return { comment, enableKeyCreation: optionalBoolean(body, 'enableKeyCreation') };
}
/** The elements of an array that must hold objects only. */
function objectsOf(node) {
    if (!Array.isArray(node))
        throw new Refused('GENERIC');
    return node.map((element) => {
        if ((0,json_node/* isJsonObject */.OW)(element))
            return element;
        throw new Refused('GENERIC');
    });
}
/** `undefined` where the member is absent; null and whatever has no text is refused. */
function optionalText(object, name) {
    const node = object.get(name);
    return node === undefined ? undefined : textOf(node);
}
function requiredText(object, name) {
    return textOf(object.get(name));
}
/** A member in which null says something of its own. */
function nullableText(object, name) {
    return object.get(name) === null ? null : optionalText(object, name);
}
/** True only for `true`, in any case. */
function optionalBoolean(object, name) {
    const text = optionalText(object, name);
    return text === undefined ? undefined : text.toLowerCase() === 'true';
}
function isDelete(object) {
    return optionalText(object, 'opp')?.toLowerCase() === 'delete';
}
/** Whatever is no vdt counts as Text. */
function vdtOf(entry) {
    const node = entry.get('vdt');
    return typeof node === 'string' && (0,model_vdt/* isVdt */.PB)(node) ? node : 'Text';
}
function textOf(node) {
    if (typeof node === 'string')
        return node;
    if (typeof node === 'boolean')
        return String(node);
    if (node instanceof json_node/* JsonNumber */.WP)
        return node.literal;
    if (Array.isArray(node) && node.length === 1)
        return textOf(node[0]);
    throw new Refused('GENERIC');
}

;// CONCATENATED MODULE: ./lib/server/commit.js
function commit(base, changes) {
    const { revision, serial, elements } = changes;
    return {
        ...base,
        serial,
        keys: withKeys(base, changes),
        files: withFiles(base, changes.files),
        formerPaths: withPaths(base, changes.formerPaths),
        elements: base.elements.map((names, level) => new Map([...names, ...(elements[level] ?? [])])),
        history: [...base.history, revision],
        past: [...base.past, pastOf(base, changes)],
    };
}
function withKeys(base, { keys: changed, newKeys }) {
    if (changed.size === 0)
        return base.keys;
    const keys = new Map(base.keys);
    for (const id of newKeys)
        keys.delete(id);
    for (const [id, key] of changed) {
        if (key === null)
            keys.delete(id);
        else
            keys.set(id, key);
    }
    return keys;
}
function withFiles(base, changed) {
    if (changed.size === 0)
        return base.files;
    const files = new Map(base.files);
    for (const [path, rows] of changed) {
        if (rows.length === 0)
            files.delete(path);
        else
            files.set(path, rows);
    }
    return files;
}
function withPaths(base, changed) {
    if (changed.size === 0)
        return base.formerPaths;
    const paths = new Set(base.formerPaths);
    for (const [path, stays] of changed) {
        if (stays)
            paths.add(path);
        else
            paths.delete(path);
    }
    return paths;
}
/** What has to be put back to see the repository as it was before. */
function pastOf({ keys, files }, changes) {
    return {
        time: changes.revision.time,
        keys: before(keys, changes.keys.keys()),
        files: before(files, changes.files.keys()),
    };
}
function before(map, ids) {
    const found = new Map();
    for (const id of ids)
        found.set(id, map.get(id));
    return found;
}

;// CONCATENATED MODULE: ./lib/model/embedding.js
// Files that embed files: whether a chain of FileEmbed values comes back to a file (behaviour.md, section 11).

/** Whether a file, or a value that embeds a path, leads into a circle. */
function closesCircle(start, search) {
    const relevant = selection(search);
    const { embeddings } = search;
    const underWay = new Set();
    const done = new Set();
    const intoPath = (path) => relevant(embeddings.filesAt(path)).some(intoFile);
    const intoKeys = (keys) => keys.some((key) => relevant(embeddings.pathsOf(key)).some(({ path }) => intoPath(path)));
    const intoFile = (file) => {
        if (underWay.has(file))
            return true;
        if (done.has(file))
            return false;
        underWay.add(file);
        const found = intoKeys(file.keys ?? []);
        underWay.delete(file);
        done.add(file);
        return found;
    };
    return 'path' in start ? intoPath(start.path) : intoKeys(start.keys);
}
/** Of the rows that match, those with an element where the context has a wildcard, and the heaviest of the others. */
function selection({ context, groups }) {
    const request = context.split(';').map((element) => (element === '*' ? undefined : element));
    const weigh = weigher(request, groups);
    const isOpen = (row) => row.context.split(';').some((element, level) => element !== '*' && request[level] === undefined);
    return (rows) => {
        const matching = rows.filter((row) => weigh(row.context) !== undefined);
        const best = heaviest(matching.filter((row) => !isOpen(row)), weigh);
        return [...matching.filter(isOpen), ...(best === undefined ? [] : [best])];
    };
}

;// CONCATENATED MODULE: ./lib/server/usage.js
// Who uses what in a repository under a push: keys in files, paths in values, files in files.


/** Ids of the keys that some file uses, inactive files included. */
function usedKeys(files) {
    const used = new Set();
    for (const rows of files)
        for (const row of rows)
            for (const id of row.keys ?? [])
                used.add(id);
    return used;
}
/** Paths that some value names, inactive ones included. */
function referencedPaths(repository) {
    const paths = new Set();
    for (const key of repository.keys.values()) {
        for (const rows of key.rows.values()) {
            for (const row of rows)
                if (row.reference && row.text !== null)
                    paths.add(row.text);
        }
    }
    return paths;
}
/** Whether a file, or a value that embeds a path, would lead into a circle. */
function leadsIntoCircle(draft, { context, start }) {
    return closesCircle(start, { context, embeddings: embeddingsOf(draft), groups: draft.groups });
}
function embeddingsOf(draft) {
    return {
        filesAt: (path) => draft.filesAt(path).filter((row) => row.active),
        pathsOf: (id) => {
            const key = draft.key(id);
            if (key?.vdt !== 'FileEmbed')
                return [];
            return [...key.rows.values()].flat().flatMap(({ serial, context, text, reference }) => {
                return reference && text !== null ? [{ serial, context, path: text }] : [];
            });
        },
    };
}
/** Whether an active row has a context that one of the others rules out. */
function hasGroupConflict(context, { others, groups }) {
    for (const other of others) {
        if (other.active && inConflict(context, other.context, groups))
            return true;
    }
    return false;
}

;// CONCATENATED MODULE: ./lib/server/draft.js
// A repository as one push sees it while it works: changes lie above the stored state until they are committed.




/**
 * A refused push throws its draft away, so nothing has to be undone, and a push costs what it touches,
 * however large the repository is.
 */
class Draft {
    base;
    secrets;
    groups;
    /** Contexts of this push by the text that was sent. */
    contexts = new Map();
    #contextIds = new Map();
    #keys = new Map();
    #newKeys = new Set();
    #files = new Map();
    #elements;
    /** Whether a path without files stays known. */
    #formerPaths = new Map();
    #referenced;
    #used;
    /** Keys whose metadata differs from what is stored, with what is stored (see {@link wrote}). */
    #unsaved = new Map();
    #flagged = new Set();
    #serial;
    #changed = false;
    /** `carried`: the security groups of the token. */
    constructor(base, carried) {
        this.base = base;
        this.secrets = new Secrets(base, carried);
        this.groups = indexGroups(base.levels, base.contextGroups);
        this.#serial = base.serial;
        this.#elements = base.levels.map(() => new Map());
    }
    /** The id of a context in the spelling that it has here; a push names the same few again and again. */
    contextId(context) {
        const known = this.#contextIds.get(context);
        if (known !== undefined)
            return known;
        const id = context.toLowerCase();
        this.#contextIds.set(context, id);
        return id;
    }
    get depth() {
        return this.base.levels.length;
    }
    /** Whether anything that is kept differs from before, so that the push leaves a revision. */
    get changed() {
        return this.#changed;
    }
    nextSerial() {
        return this.#serial++;
    }
    /**
     * The server's database session writes everything that is pending as soon as anything is written.
     * Metadata set before counts as stored from now on; what is set after the last write is lost.
     */
    wrote(options) {
        if (this.#unsaved.size > 0 || options.changed)
            this.#changed = true;
        if (this.#unsaved.size > 0)
            this.#unsaved.clear();
    }
    element(level, name) {
        const id = name.toLowerCase();
        return this.base.elements[level]?.get(id) ?? this.#elements[level]?.get(id);
    }
    addElement(level, name) {
        this.#elements[level]?.set(name.toLowerCase(), name);
        this.wrote({ changed: true });
    }
    key(id) {
        const drafted = this.#keys.get(id);
        return drafted === undefined ? this.base.keys.get(id) : (drafted ?? undefined);
    }
    /** A copy that this push may change. */
    editKey(id) {
        const drafted = this.#keys.get(id);
        if (drafted !== undefined)
            return drafted ?? undefined;
        const stored = this.base.keys.get(id);
        if (stored === undefined)
            return undefined;
        const copy = { ...stored, rows: new Map(stored.rows) };
        this.#keys.set(id, copy);
        return copy;
    }
    addKey(id, key) {
        this.#keys.set(id, key);
        this.#newKeys.add(id);
        this.wrote({ changed: true });
    }
    removeKey(id) {
        this.wrote({ changed: true });
        this.#keys.set(id, null);
        this.#flagged.delete(id);
    }
    /** Call before the metadata of a key is changed. */
    metadataChanges(id, key) {
        if (this.#unsaved.has(id))
            return;
        const { vdt, readme, deprecated, push } = key;
        this.#unsaved.set(id, { vdt, readme, deprecated, push });
    }
    flag(id) {
        this.#flagged.add(id);
    }
    isFlagged(id) {
        return this.#flagged.has(id);
    }
    filesAt(path) {
        return this.#files.get(path) ?? this.base.files.get(path) ?? [];
    }
    putFiles(path, rows) {
        if (rows.length === 0)
            this.#formerPaths.set(path, this.#isReferenced(path));
        this.#files.set(path, rows);
        this.wrote({ changed: true });
    }
    /** Files come before keys, so the values that count are those from before the push. */
    #isReferenced(path) {
        this.#referenced ??= referencedPaths(this.base);
        return this.#referenced.has(path);
    }
    wasPath(path) {
        return this.#formerPaths.get(path) ?? this.base.formerPaths.has(path);
    }
    /** To be asked when all files are processed. */
    isUsed(keyId) {
        this.#used ??= usedKeys(withFiles(this.base, this.#files).values());
        return this.#used.has(keyId);
    }
    /** Forgets what was set after the last write. Nothing may be done with the draft afterwards but to commit it. */
    settle() {
        for (const [id, stored] of this.#unsaved)
            Object.assign(this.#keys.get(id) ?? {}, stored);
    }
    /** The database takes no NUL; values and files are looked at where they are written. */
    hasNul() {
        return Array.from(this.#keys.values()).some((key) => key?.readme?.includes('\0'));
    }
    /** The repository with the draft in it. */
    committed(revision) {
        return commit(this.base, {
            revision,
            serial: this.#serial,
            keys: this.#keys,
            newKeys: this.#newKeys,
            files: this.#files,
            formerPaths: this.#formerPaths,
            elements: this.#elements,
        });
    }
}

;// CONCATENATED MODULE: ./lib/server/key-in-hand.js

const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;
function isStorableName(name) {
    return KEY_NAME.test(name);
}
/** Its name is checked only now. `entry` goes with the reason where a value is being written. */
function storeNewKey(key, entry) {
    const { draft } = key;
    const { name } = key.record;
    if (name === '')
        throw new Refused('KEY_BLANK', entry);
    if (!isStorableName(name))
        throw new Refused('ILLEGAL', entry);
    const id = name === key.name ? key.id : name.toLowerCase();
    if (draft.key(id) !== undefined)
        throw new Refused('CONSTRAINT', entry);
    draft.addKey(id, key.record);
    if (draft.isFlagged(key.id))
        draft.flag(id);
    key.id = id;
    key.isNew = false;
}
/** What the server says of a key in two of its messages: always `push:false`. */
function lockedKey(name) {
    return new Map([
        ['key', name],
        ['push', false],
    ]);
}

;// CONCATENATED MODULE: ./lib/server/file-write.js






function createFile(draft, file) {
    const { sent, context, active, entry } = file;
    const path = newPath(sent, entry);
    const secured = createdContent(draft, file);
    const missing = (name) => createKey(draft, { name, entry });
    const keys = keysOf(draft, { content: file.content, missing });
    if (active && activeRow(draft, { path, context }) !== undefined)
        throw new Refused('FILE_DUPLICATION', entry);
    const row = { serial: draft.nextSerial(), path, context, active, ...secured, ...keys };
    draft.putFiles(path, [...draft.filesAt(path), row]);
    checkFile(draft, { row, entry });
}
function updateFile(draft, { row, file }) {
    const { entry, active } = file;
    const secured = updatedContent(draft, { row, file });
    const missing = () => {
        throw new Refused('MISSING_PARAMS', entry);
    };
    const keys = keysOf(draft, { content: file.content, missing });
    const { serial, path, context } = row;
    const next = { serial, path, context, active, ...secured, ...keys };
    const same = row.content === next.content && row.active === active && row.group === next.group;
    // Placeholders are written anew each time, anything else only once.
    if (same && row.rewritten && next.keys === undefined) {
        draft.wrote({ changed: false });
        return;
    }
    const written = same ? { ...next, rewritten: true } : next;
    draft.putFiles(path, draft.filesAt(path).map((one) => (one === row ? written : one)));
    checkFile(draft, { row: written, entry });
}
function newPath(sent, entry) {
    const { folder, name } = splitPath(sent);
    if ((0,model_vdt/* javaTrim */.D9)(name) === '')
        throw new Refused('BLANK_NAME', entry);
    if (folder.includes('\n'))
        throw new Refused('ILLEGAL', entry);
    const path = storedPath(sent);
    if (path.length > PATH_MAX || path.includes('\0'))
        throw new Refused('CONSTRAINT', entry);
    return path;
}
/** A new file comes under a group only where an earlier update of this push opened it. */
function createdContent(draft, { content, group, entry }) {
    if (group === undefined || (0,model_vdt/* javaTrim */.D9)(group) === '')
        return { content };
    if (draft.secrets.group(group) === undefined)
        throw new Refused('MISSING_GROUP', entry);
    const password = draft.secrets.openedPassword(group);
    const sealed = draft.secrets.sealed(content, { group, password });
    if (sealed === undefined)
        throw new Refused('INVALID_PASSWORD', entry);
    return { content: sealed, group };
}
/** The password must fit the group that the file has, and the one that it gets. Without a group it loses its own. */
function updatedContent(draft, { row, file }) {
    const { secrets } = draft;
    const { content, group, password, entry } = file;
    const before = secrets.sealed(content, { group: row.group, password });
    if (before === undefined)
        throw new Refused('INVALID_PASSWORD', entry);
    const lock = group === undefined || (0,model_vdt/* javaTrim */.D9)(group) === '' ? undefined : { group, password };
    if (lock !== undefined) {
        if (secrets.group(lock.group) === undefined)
            throw new Refused('MISSING_GROUP', entry);
        if (!secrets.isRight(lock))
            throw new Refused('INVALID_PASSWORD', entry);
        secrets.open(lock.group);
    }
    const clear = secrets.unsealed(before, { group: row.group, password });
    if (clear === undefined)
        throw new Refused('DECRYPTION', entry);
    // The password was found right above: this cannot fail.
    return lock === undefined
        ? { content: clear }
        : { content: secrets.sealed(clear, lock) ?? clear, group: lock.group };
}
/** Ids of the keys that the clear text uses. */
function keysOf(draft, { content, missing }) {
    const names = (0,placeholders/* placeholdersIn */.Qf)(content);
    for (const name of names)
        if (draft.key(name.toLowerCase()) === undefined)
            missing(name);
    return names.length === 0 ? {} : { keys: names.map((name) => name.toLowerCase()) };
}
function createKey(draft, { name, entry }) {
    if (!isStorableName(name))
        throw new Refused('ILLEGAL', entry);
    draft.addKey(name.toLowerCase(), {
        name,
        vdt: 'Text',
        readme: null,
        deprecated: false,
        push: false,
        rows: new Map(),
    });
}
/** What the server finds out only when it writes the file. */
function checkFile(draft, { row, entry }) {
    const { path, context, active, content, keys } = row;
    if (active && draft.base.flags.contextGroupsEnabled) {
        const others = draft.filesAt(path).filter((one) => one !== row);
        if (hasGroupConflict(context, { others, groups: draft.groups }))
            throw new Refused('GROUP_CONFLICT', entry);
    }
    if (active && keys !== undefined && leadsIntoCircle(draft, { context, start: { keys } })) {
        throw new Refused('CIRCULAR', entry);
    }
    if (content.includes('\0'))
        throw new Refused('CONSTRAINT', entry);
}

;// CONCATENATED MODULE: ./lib/server/files.js




function applyFileEntry(draft, entry) {
    const sent = requiredText(entry, 'file');
    const content = optionalText(entry, 'content') ?? '';
    const active = optionalBoolean(entry, 'active') ?? true;
    const group = optionalText(entry, 'securityGroup');
    const password = optionalText(entry, 'password');
    const context = resolveContext(draft, { text: requiredText(entry, 'context'), entry });
    const row = activeRow(draft, { path: sent, context });
    const file = { sent, context, content, active, group, password, entry };
    if (isDelete(entry))
        deleteFile(draft, row);
    else if (row === undefined)
        createFile(draft, file);
    else
        updateFile(draft, { row, file });
}
/** A file that this push made stays: the server writes it after deleting it. */
function deleteFile(draft, row) {
    if (row === undefined)
        return;
    const stored = draft.base.files.get(row.path) ?? [];
    if (!stored.some((one) => one.serial === row.serial))
        return;
    draft.putFiles(row.path, draft.filesAt(row.path).filter((one) => one !== row));
}

;// CONCATENATED MODULE: ./lib/server/typed-text.js


/** Refuses what does not fit; the reason names the entry if there is one. */
function typedText(draft, { vdt, text, entry }) {
    if (text === null || !draft.base.flags.vdtEnabled || isFileType(vdt))
        return text;
    if ((0,model_vdt/* typeProblem */.Yp)(vdt, text) === undefined)
        return (0,model_vdt/* storedText */.VS)(vdt, text);
    throw new Refused(vdt === 'JSON' ? 'GENERIC' : 'INVALID_VALUE', entry);
}
function isFileType(vdt) {
    return vdt === 'FileRef' || vdt === 'FileEmbed';
}

;// CONCATENATED MODULE: ./lib/server/key-group.js
// Bringing a key under a security group (behaviour.md, 12.1).




/** The pair is read only when both members are there, and works only when neither is blank. */
function attachGroup(key) {
    const { draft, record, entry } = key;
    if (!entry.has('securityGroup') || !entry.has('password'))
        return;
    const name = requiredText(entry, 'securityGroup');
    const password = requiredText(entry, 'password');
    draft.secrets.supply(name, password);
    if ((0,model_vdt/* javaTrim */.D9)(name) === '' || (0,model_vdt/* javaTrim */.D9)(password) === '')
        return;
    if (draft.secrets.group(name) === undefined) {
        throw new Refused('MISSING_GROUP', new Map([['securityGroup', name]]));
    }
    const differs = record.group !== name;
    if (differs)
        draft.flag(key.id);
    const rows = resealed(key, { name, password });
    record.group = name;
    record.rows = rows;
    if (!key.isNew && (differs || rows.size > 0))
        draft.wrote({ changed: true });
}
/**
 * All values, also inactive ones, are decrypted with the given password and brought under the group. For the
 * latter the server looks for a password that only the update of a file leaves behind.
 */
function resealed(key, { name, password }) {
    const { draft, record } = key;
    const clear = Array.from(record.rows, ([id, rows]) => {
        return [id, rows.map((row) => ({ ...row, text: clearText(key, { row, password }) }))];
    });
    const lock = { group: name, password: draft.secrets.openedPassword(name) };
    return new Map(clear.map(([id, rows]) => [
        id,
        rows.map(({ reference: _, ...row }) => {
            const text = draft.secrets.sealed(typedText(draft, { vdt: record.vdt, text: row.text }), lock);
            if (text === undefined)
                throw new Refused('INVALID_PASSWORD');
            return { ...row, text };
        }),
    ]));
}
function clearText(key, { row, password }) {
    if (row.reference)
        return row.text;
    const text = key.draft.secrets.unsealed(row.text, { group: key.record.group, password });
    if (text === undefined)
        throw new Refused('DECRYPTION');
    return text;
}

;// CONCATENATED MODULE: ./lib/server/values.js







function writeValue(key, value) {
    const deletes = isDelete(value);
    if (!value.has('context'))
        throw new Refused('CONTEXT_NOT_SPECIFIED', lockedKey(key.name));
    const sent = requiredText(value, 'context');
    const text = nullableText(value, 'value');
    const active = optionalBoolean(value, 'active');
    const context = resolveContext(key.draft, { text: sent, entry: key.entry });
    if (deletes)
        deleteValue(key, context);
    else
        upsertValue(key, { context, text, active });
}
function upsertValue(key, upsert) {
    const written = upsert.text === undefined ? undefined : writtenText(key, upsert.text);
    if (key.isGone)
        throw new Refused('CONSTRAINT', key.entry);
    if (key.isNew)
        storeNewKey(key, key.entry);
    const row = onlyActiveRow(key, upsert.context);
    const { text, reference } = written ?? keptText(row);
    const serial = row?.serial ?? key.draft.nextSerial();
    const context = row?.context ?? upsert.context;
    const active = upsert.active ?? true;
    const next = reference
        ? { serial, context, text, active, reference }
        : { serial, context, text, active };
    const changed = row === undefined || row.text !== next.text || row.reference !== next.reference || !next.active;
    if (changed) {
        putRow(key, { row, next });
        if (next.active)
            checkRow(key, next);
    }
    key.draft.wrote({ changed });
}
function keptText(row) {
    if (row === undefined)
        return { text: null };
    return row.reference ? { text: row.text, reference: true } : { text: row.text };
}
/** What is stored for a text, if the type in force allows it and the password of the key's group is known. */
function writtenText({ draft, record, entry }, sent) {
    const { vdt, group } = record;
    if (isFileType(vdt)) {
        if (sent === null || !isStoredPath(draft, sent))
            throw new Refused('FILE_NOT_FOUND', entry);
        return { text: sent, reference: true };
    }
    const typed = typedText(draft, { vdt, text: sent, entry });
    const text = draft.secrets.sealed(typed, { group, password: draft.secrets.passwordFor(group) });
    if (text === undefined)
        throw new Refused('INVALID_PASSWORD', entry);
    if (text?.includes('\0'))
        throw new Refused('CONSTRAINT', entry);
    return { text };
}
/** What the server finds out only when it writes an active row. */
function checkRow({ draft, record, entry }, row) {
    const { context, text } = row;
    if (draft.base.flags.contextGroupsEnabled) {
        const others = [...record.rows.values()].flat().filter((one) => one !== row);
        if (hasGroupConflict(context, { others, groups: draft.groups })) {
            throw new Refused('GROUP_CONFLICT', entry);
        }
    }
    if (!row.reference || text === null || record.vdt !== 'FileEmbed')
        return;
    if (leadsIntoCircle(draft, { context, start: { path: text } }))
        throw new Refused('CIRCULAR', entry);
}
/** Inactive rows cannot be seen by a push. Two active rows of one context cannot be told apart. */
function onlyActiveRow(key, context) {
    if (!key.record.rows.has(key.draft.contextId(context)))
        return undefined;
    const rows = values_activeRows(key, context);
    if (rows.length > 1)
        throw new Refused('PROP_DUPLICATION', key.entry);
    return rows[0];
}
function values_activeRows(key, context) {
    return (key.record.rows.get(key.draft.contextId(context)) ?? []).filter((row) => row.active);
}
function putRow(key, { row, next }) {
    const { draft } = key;
    const id = draft.contextId(next.context);
    const rows = key.record.rows.get(id);
    if (row !== undefined && rows !== undefined) {
        const replaced = rows.map((one) => (one === row ? next : one));
        key.record.rows.set(id, replaced);
        return;
    }
    const twice = draft.base.plantDuplicates && draft.base.keys.has(key.id);
    const added = twice ? [next, { ...next, serial: draft.nextSerial() }] : [next];
    key.record.rows.set(id, rows === undefined ? added : [...rows, ...added]);
}
function deleteValue(key, context) {
    const row = values_activeRows(key, context)[0];
    if (row === undefined)
        return;
    const { draft, record } = key;
    const password = draft.secrets.passwordFor(record.group);
    if (!draft.secrets.isRight({ group: record.group, password })) {
        throw new Refused('INVALID_PASSWORD', key.entry);
    }
    const takesEffect = isAsBefore(key, row);
    if (takesEffect)
        removeRow(key, row);
    draft.wrote({ changed: takesEffect });
    if (record.rows.size === 0 && !draft.isUsed(key.id))
        removeEmptyKey(key);
}
/**
 * A delete takes effect only on a row that stood there before the push and still has its text: the
 * server writes a row that this push made or changed again after deleting it.
 */
function isAsBefore(key, row) {
    const stored = key.draft.base.keys.get(key.id)?.rows.get(key.draft.contextId(row.context));
    return stored?.find((one) => one.serial === row.serial)?.text === row.text;
}
function removeRow(key, row) {
    const id = key.draft.contextId(row.context);
    const left = (key.record.rows.get(id) ?? []).filter((one) => one !== row);
    if (left.length === 0)
        key.record.rows.delete(id);
    else
        key.record.rows.set(id, left);
}
/** Inactive rows count as rows, and keep a key. */
function removeEmptyKey(key) {
    const flagged = key.draft.isFlagged(key.id);
    key.draft.removeKey(key.id);
    // The server goes on to save the key that is no longer there, and fails.
    if (flagged)
        key.draft.flag(key.id);
    key.isGone = true;
}

;// CONCATENATED MODULE: ./lib/server/keys.js
// One key entry of a push: look up or create, set metadata, then values (behaviour.md, sections 3 and 7).







function applyKeyEntry(draft, { entry, rights }) {
    const name = requiredText(entry, 'key');
    const id = name.toLowerCase();
    const deletes = isDelete(entry);
    const isKnown = draft.key(id) !== undefined;
    if (deletes && !isKnown)
        return;
    const key = isKnown
        ? knownKey(draft, { id, name, entry, rights })
        : newKey(draft, { id, name, entry, rights });
    attachGroup(key);
    if (deletes)
        deleteKey(key);
    else
        updateKey(key);
}
function updateKey(key) {
    const { entry } = key;
    setMetadata(key);
    if (entry.has('values')) {
        for (const value of objectsOf(entry.get('values')))
            writeValue(key, value);
    }
    saveIfFlagged(key);
}
function newKey(draft, { id, name, entry, rights }) {
    if (!rights.mayCreate)
        throw new Refused('KEY_CREATION', entry);
    const metadata = { vdt: vdtOf(entry), readme: null, deprecated: false, push: false };
    const record = { name: (0,model_vdt/* javaTrim */.D9)(name), ...metadata, rows: new Map() };
    return { draft, id, name, record, isNew: true, isGone: false, entry };
}
function knownKey(draft, { id, name, entry, rights }) {
    const record = draft.editKey(id);
    if (record === undefined)
        throw new Error(`the key ${id} is known, and is not`);
    if (!record.push && !rights.force)
        throw new Refused('PUSH_DISABLED', lockedKey(name));
    const vdt = vdtOf(entry);
    if (draft.base.flags.vdtEnabled && vdt !== record.vdt && !deletesAValue(entry)) {
        draft.metadataChanges(id, record);
        record.vdt = vdt;
        draft.flag(id);
    }
    return { draft, id, name, record, isNew: false, isGone: false, entry };
}
/** Any delete, also one that finds nothing, holds the vdt. */
function deletesAValue(entry) {
    const values = entry.get('values');
    return Array.isArray(values) && values.some((value) => (0,json_node/* isJsonObject */.OW)(value) && isDelete(value));
}
function deleteKey({ draft, id, record }) {
    const password = draft.secrets.passwordFor(record.group);
    if (!draft.secrets.isRight({ group: record.group, password }))
        throw new Refused('INVALID_PASSWORD');
    if (draft.isUsed(id))
        throw new Refused('KEY_USED');
    draft.removeKey(id);
}
function setMetadata(key) {
    const { draft, record, entry } = key;
    const readme = nullableText(entry, 'readme') ?? undefined;
    if (readme !== undefined && readme !== record.readme) {
        pending(key);
        record.readme = readme;
    }
    for (const member of ['deprecated', 'push']) {
        const given = optionalBoolean(entry, member);
        if (given === undefined)
            continue;
        // Only what is given and equal makes the server save the key. A change alone does not.
        if (given === record[member])
            draft.flag(key.id);
        else {
            pending(key);
            record[member] = given;
        }
    }
}
function pending(key) {
    if (!key.isNew)
        key.draft.metadataChanges(key.id, key.record);
}
function saveIfFlagged(key) {
    if (!key.draft.isFlagged(key.id))
        return;
    if (key.isGone)
        throw new Refused('CONSTRAINT');
    if (key.isNew)
        storeNewKey(key);
    else
        key.draft.wrote({ changed: false });
}

;// CONCATENATED MODULE: ./lib/server/push.js
// A push: body and repository in, changed repository or refusal out (behaviour.md, section 3).





/** Longer names do not fit the server's history. */
const APPLICATION_MAX = 255;
/**
 * Pure, and all or nothing: the repository that is handed in stays as it is; the one that comes back shares with
 * it what the push did not touch. `revision` is absent where nothing changed, and the repository is then the same.
 */
function push(repository, request) {
    try {
        return accept(repository, request);
    }
    catch (problem) {
        if (problem instanceof Refused)
            return { refusal: problem.refusal };
        throw problem;
    }
}
function accept(repository, request) {
    const body = body_readBody(request.body);
    const draft = new Draft(repository, request.securityGroups ?? []);
    const rights = { force: request.force, mayCreate: body.enableKeyCreation ?? request.force };
    for (const entry of body.entriesWith('file'))
        applyFileEntry(draft, entry);
    for (const entry of body.entriesWith('key'))
        applyKeyEntry(draft, { entry, rights });
    draft.settle();
    if (!draft.changed)
        return { repository, revision: undefined };
    const revision = revisionOf(request, body.comment);
    if (!isStorable(revision) || draft.hasNul())
        throw new Refused('CONSTRAINT');
    return { repository: draft.committed(revision), revision };
}
function isStorable({ application = '', comment = '' }) {
    return application.length <= APPLICATION_MAX && !comment.includes('\0');
}
function revisionOf(request, comment) {
    return {
        time: request.now().toISOString(),
        ...(request.token === undefined ? {} : { token: request.token }),
        ...(request.application === undefined ? {} : { application: request.application }),
        ...(comment === undefined ? {} : { comment }),
    };
}

;// CONCATENATED MODULE: ./lib/server/routes.js
const ENDPOINTS = [
    { name: 'push', method: 'POST', forms: ['token', 'url'] },
    { name: 'export', method: 'GET', forms: ['url'] },
    { name: 'info', method: 'GET', forms: ['token', 'url'] },
    { name: 'keyData', method: 'GET', forms: ['token', 'url'] },
    { name: 'pull', method: 'GET', forms: ['token', 'url'] },
    { name: 'rawFile', method: 'GET', forms: ['token', 'url'] },
    { name: 'info/all', method: 'GET', forms: ['token'] },
    { name: 'info/system', method: 'GET', forms: ['token'] },
];
function routeOf(request) {
    const [root, ...rest] = routes_segmentsOf(request.target);
    if (root !== 'rest')
        return 'outside';
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = tokenForm(rest, method) ?? urlForm(rest, method);
    if (route === undefined)
        return 'unknown';
    if (route.endpoint !== 'rawFile' && !takesJson(request))
        return 'unknown';
    return method === 'POST' && !sendsJson(request) ? 'unknown' : route;
}
/** Doubled and trailing slashes, query strings and matrix parameters do not count. Proxies send whole addresses. */
function routes_segmentsOf(target) {
    const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
    return path.split('/').flatMap((segment) => {
        const [name = ''] = segment.split(';', 1);
        return name === '' ? [] : [decoded(name)];
    });
}
function decoded(segment) {
    try {
        return decodeURIComponent(segment);
    }
    catch {
        return segment;
    }
}
function tokenForm(segments, method) {
    const found = ENDPOINTS.find((one) => one.name === segments.join('/') && one.method === method);
    return found?.forms.some((form) => form === 'token') ? { endpoint: found.name } : undefined;
}
function urlForm(segments, method) {
    const [name, account, repository, ...surplus] = segments;
    if (account === undefined || repository === undefined || surplus.length > 0)
        return undefined;
    const found = ENDPOINTS.find((one) => one.name === name && one.method === method);
    if (!found?.forms.some((form) => form === 'url'))
        return undefined;
    return { endpoint: found.name, address: { account, name: repository } };
}
function sendsJson(request) {
    const type = mediaType(request.header('content-type') ?? '*/*');
    return type === 'application/json' || type === '*/*';
}
function takesJson(request) {
    const accept = request.header('accept');
    if (accept === undefined || accept === '')
        return true;
    return accept.split(',').some((range) => {
        return JSON_RANGES.includes(mediaType(range)) && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range);
    });
}
const JSON_RANGES = ['application/json', 'application/*', '*/*'];
function mediaType(text) {
    return (text.split(';', 1)[0] ?? '').trim().toLowerCase();
}

;// CONCATENATED MODULE: ./lib/server/service.js
// Requests in, answers out: the endpoints over the repositories, without a network.





/** Answers what needs no body and no repository. */
function dispatch(request) {
    if (request.method === 'OPTIONS')
        return { answer: { status: 200 } };
    if (request.method === 'PUT' || request.method === 'DELETE')
        return { answer: methodForbidden() };
    if (!KNOWN_METHODS.includes(request.method))
        return { answer: methodUnknown() };
    const route = routeOf(request);
    if (route === 'unknown')
        return { answer: notFoundPage() };
    if (route !== 'outside')
        return { route };
    return { answer: /\.html(?:[?#;]|$)/.test(request.target) ? missingHtmlFile() : startPage() };
}
const KNOWN_METHODS = ['GET', 'HEAD', 'POST'];
function pushAnswer(service, { request, route, body }) {
    const access = pushAccess(service, { request, route });
    if (access === 'missing')
        return { answer: refuse(304, 'GENERIC') };
    if ('denied' in access)
        return { answer: refuse(304, access.denied) };
    const result = push(access.repository, {
        body,
        force: access.token?.forceKeyPush ?? false,
        token: access.token?.name,
        securityGroups: access.token?.securityGroups ?? [],
        application: request.header('application-name'),
        now: service.now,
    });
    if ('refusal' in result)
        return { answer: refuse(304, result.refusal) };
    const { repository, revision } = result;
    const accepted = { answer: { status: 200 }, clears: repository.name };
    if (revision === undefined)
        return accepted;
    const repositories = service.repositories.map((one) => (one === access.repository ? repository : one));
    return { ...accepted, repositories };
}
function pushAccess(service, { request, route }) {
    const { address } = route;
    if (address !== undefined)
        return byAddress(service.repositories, { address, purpose: 'push' });
    const access = byToken(service.repositories, request.header('client-token') ?? '');
    const problem = access !== 'missing' && 'token' in access ? tokenProblem(access.token) : undefined;
    return problem === undefined ? access : { denied: problem };
}

;// CONCATENATED MODULE: ./lib/server/listener.js






function listener(service, options) {
    const log = options.log ?? (() => { });
    const answerTo = answerer(service, options);
    return (incoming, outgoing) => {
        const { method = '', url: path = '', headers } = incoming;
        options.onRequest?.({ method, path, headers });
        occupy({ incoming, outgoing });
        answerTo(incoming)
            .catch((problem) => {
            log(`${method} ${path} failed: ${kindOf(problem)}`);
            return crashed();
        })
            .then((answer) => {
            log(`${method} ${path} ${answer.status}${reasonOf(answer)}`);
            return send(answer, { incoming, outgoing });
        })
            .catch(() => outgoing.destroy());
    };
}
/** No message: it may quote what was sent. */
function kindOf(problem) {
    if (!(problem instanceof Error))
        return typeof problem;
    return 'code' in problem ? `${problem.name} (${String(problem.code)})` : problem.name;
}
/** The message without the entry, which may hold secrets. */
function reasonOf({ status, etag, remark }) {
    if (remark !== undefined)
        return ` (${remark})`;
    if (etag === undefined || status === 200)
        return '';
    return ` ${etag.split('; {', 1)[0]?.replaceAll('"', '')}`;
}
function answerer(service, options) {
    const held = new Held(options.maxHeldBytes);
    let lastPush = Promise.resolve();
    /**
     * Nobody hears of a push before it is on disk, and one that does not get there did not happen: the answer is 500.
     */
    async function pushNow(sent) {
        const { answer, repositories, clears } = pushAnswer(service, sent);
        if (repositories !== undefined) {
            if (options.dataFile !== undefined)
                await saveState(options.dataFile, repositories);
            service.repositories = repositories;
        }
        if (clears !== undefined)
            service.cache.clear(clears);
        return answer;
    }
    return async (incoming) => {
        if (incoming.rawHeaders.length > 2 * options.maxHeaders)
            return { status: 400, close: true };
        const request = requestOf(incoming);
        const dispatched = dispatch(request);
        if ('answer' in dispatched)
            return dispatched.answer;
        const { route } = dispatched;
        if (route.endpoint !== 'push')
            return readAnswer(service, { request, route });
        const share = held.share();
        try {
            const body = await readBody(incoming, { maxBytes: options.maxBodyBytes, share });
            if (typeof body !== 'string')
                return body;
            const answer = lastPush.then(() => pushNow({ request, route, body }));
            lastPush = answer.catch(() => { });
            return await answer;
        }
        finally {
            share.release();
        }
    };
}

;// CONCATENATED MODULE: ./lib/server/read-cache.js
// Answers kept where caching is enabled, with what the real server gets wrong about it (behaviour.md, section 13).
/**
 * By the name of a repository alone, whatever its account, and by context: the answer that was given first is
 * given to everybody, in the shape that the first one asked for.
 */
class ReadCache {
    #answers = new Map();
    /** The answer that is kept, or a new one. `T` belongs to the id. */
    answer(repository, { id, make }) {
        const answers = this.#answers.get(repository) ?? new Map();
        this.#answers.set(repository, answers);
        if (!answers.has(id))
            answers.set(id, make());
        return answers.get(id);
    }
    has(repository, id) {
        return this.#answers.get(repository)?.has(id) ?? false;
    }
    clear(repository) {
        this.#answers.delete(repository);
    }
}

;// CONCATENATED MODULE: ./lib/server/start.js
// The repositories of a starting server: those of its settings, with what an earlier run left of them.


/** Stored repositories that the settings do not name are served as they were. */
function openRepositories(settings, options) {
    const names = settings.map((one) => `${one.account}/${one.repository}`);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined)
        return { problem: `${twice} is set up twice` };
    const repositories = [...options.stored];
    for (const one of settings) {
        const known = findRepository(repositories, { account: one.account, name: one.repository });
        if (known === undefined)
            repositories.push(createRepository(one, options));
        else if (known.levels.join(';') === one.levels.join(';'))
            adopt(known, one, options);
        else
            return { problem: differentLevels(known, one) };
    }
    return { repositories };
}
function adopt(repository, settings, options) {
    repository.flags = flagsOf(settings);
    repository.tokens = tokensOf(settings, { random: options.random, known: repository.tokens });
    repository.securityGroups = [...(settings.securityGroups ?? [])];
    repository.contextGroups = [...(settings.contextGroups ?? [])];
    if (settings.plantDuplicates)
        repository.plantDuplicates = true;
    else
        delete repository.plantDuplicates;
    repository.elements = repository.elements.map((names, level) => {
        const ofGroups = groupElements(repository.levels[level] ?? '', repository.contextGroups);
        return new Map([...ofGroups, ...names]);
    });
}
function differentLevels(repository, settings) {
    const name = `${repository.account}/${repository.name}`;
    const [before, after] = [repository.levels.join(', '), settings.levels.join(', ')];
    return `${name} has the context levels ${before} there, and should have ${after}`;
}

;// CONCATENATED MODULE: ./lib/server/http.js
// [edge] The embedded server on a port: node:http around the service, opened and closed.











/** How long a closing server waits for requests that are under way. */
const CLOSE_GRACE_MS = 2000;
async function startServer(options) {
    const { dataFile } = options;
    const release = dataFile === undefined ? async () => undefined : await lockDataFile(dataFile);
    try {
        const service = await openService(options);
        const bounds = { ...BOUNDS, ...options.bounds };
        const server = external_node_http_.createServer(bounds, listener(service, { ...options, ...bounds }));
        bound(server, bounds);
        server.on('clientError', refuseMalformed);
        await listen(server, options);
        return running(server, { service, host: options.host, release });
    }
    catch (error) {
        await release();
        throw error;
    }
}
async function openService(options) {
    const problems = options.repositories.flatMap((one) => settingsProblem(one) ?? []);
    if (problems.length > 0)
        throw new Error(problems.join(' '));
    const now = options.now ?? (() => new Date());
    const random = options.random ?? (() => (0,external_node_crypto_.randomBytes)(24).toString('hex'));
    const { dataFile } = options;
    const stored = dataFile === undefined ? [] : await loadState(dataFile);
    const opened = openRepositories(options.repositories, { stored, now, random });
    if ('problem' in opened) {
        throw dataFile === undefined
            ? new Error(`${opened.problem}.`)
            : new DataFileError(dataFile, opened.problem);
    }
    // Tokens that were made up just now must outlive this run.
    if (dataFile !== undefined)
        await saveState(dataFile, opened.repositories);
    return { repositories: opened.repositories, now, cache: new ReadCache() };
}
function listen(server, { port = 0, host = '127.0.0.1' }) {
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
            server.off('error', reject);
            resolve();
        });
    });
}
function running(server, { service, host = '127.0.0.1', release }) {
    const { port } = server.address();
    const shown = host.includes(':') ? `[${host}]` : host;
    return {
        url: `http://${shown}:${port}`,
        port,
        repositories: service.repositories.map(({ account, name, tokens }) => ({
            account,
            repository: name,
            tokens: Object.fromEntries(tokens.map((token) => [token.name, token.value])),
        })),
        history: (account, name) => findRepository(service.repositories, { account, name })?.history ?? [],
        tag: (account, name, tag) => addTag(service, { address: { account, name }, tag }),
        close: () => http_close(server).finally(release),
    };
}
function addTag(service, { address, tag }) {
    const added = { name: tag.name, readme: tag.readme ?? null, time: service.now().toISOString() };
    const tagged = findRepository(service.repositories, address);
    service.repositories = service.repositories.map((one) => one === tagged ? { ...one, tags: [...one.tags, added] } : one);
}
/** Idle connections end at once; those that are in use may finish, unless they take too long. */
function http_close(server) {
    return new Promise((resolve) => {
        const impatient = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
        const idle = setInterval(() => server.closeIdleConnections(), 20);
        server.close(() => {
            clearTimeout(impatient);
            clearInterval(idle);
            resolve();
        });
        server.closeIdleConnections();
    });
}

// EXTERNAL MODULE: ./lib/desired/fields.js
var desired_fields = __webpack_require__(7129);
// EXTERNAL MODULE: ./lib/desired/parse.js + 4 modules
var parse = __webpack_require__(2930);
// EXTERNAL MODULE: ./lib/model/nearest.js
var nearest = __webpack_require__(6047);
// EXTERNAL MODULE: ./lib/desired/tree.js
var tree = __webpack_require__(6984);
;// CONCATENATED MODULE: ./lib/commands/serve-secrets.js
// Tokens and security groups of `serve --config`. Their passwords and values are never quoted.





const TOKEN_FIELDS = ['forceKeyPush', 'active', 'expired', 'securityGroups', 'value'];
const TOKEN_FLAGS = ['forceKeyPush', 'active', 'expired'];
const GROUP_FIELDS = ['name', 'password', 'cipher'];
/** As the real server wants them. */
const PASSWORD = /^\S{8,16}$/;
/** The mappings of a list that can be read; an absent list is an empty one. */
function serve_secrets_listOf(fields, entry, read) {
    if (entry === undefined)
        return [];
    const { key, value } = entry;
    if (value.kind === 'sequence') {
        return value.items.flatMap((item) => {
            const node = fields.mapping(item, `A member of \`${key.text}\``);
            const one = node && read(node);
            return one === undefined ? [] : [one];
        });
    }
    fields.error({
        code: 'wrong-type',
        at: value,
        message: `\`${key.text}\` is a list, not ${(0,desired_fields/* describe */.q)(value)}.`,
    });
    return [];
}
function readTokens(fields, { entry, groups }) {
    const node = fields.mapping(entry.value, '`tokens`');
    const tokens = Object.create(null);
    for (const { key, value } of node?.entries ?? []) {
        const token = fields.mapping(value, 'A token');
        if (token !== undefined)
            tokens[key.text] = readToken(fields, token, groups);
    }
    return tokens;
}
function readToken(fields, node, groups) {
    const found = fields.known(node, TOKEN_FIELDS, 'A token');
    const token = {};
    for (const name of TOKEN_FLAGS) {
        const flag = found[name];
        const value = flag && fields.boolean(flag);
        if (value !== undefined)
            token[name] = value;
    }
    const carried = found.securityGroups && carriedGroups(fields, found.securityGroups, groups);
    const value = found.value && fields.text(found.value);
    if (found.value !== undefined && value !== undefined && !isHeaderSafe(value)) {
        const message = 'The value of a token is printable ASCII without blanks.';
        fields.error({ code: 'bad-text', at: found.value.value, message });
    }
    return { ...token, ...(carried && { securityGroups: carried }), ...(value && { value }) };
}
/** Also of groups in which something else is wrong: one mistake is one report. */
function groupNames(entry) {
    const items = entry?.value.kind === 'sequence' ? entry.value.items : [];
    return items.flatMap((item) => {
        const name = item.kind === 'mapping' && item.entries.find(({ key }) => key.text === 'name')?.value;
        return name && name.kind === 'scalar' ? [name.text] : [];
    });
}
function carriedGroups(fields, entry, groups) {
    const names = entry.value.kind === 'sequence' && entry.value.items.length === 0 ? [] : fields.texts(entry);
    for (const name of names ?? []) {
        if (groups.includes(name))
            continue;
        const hint = groups.length === 0 ? 'This repository has none.' : (0,nearest/* meant */.w)(name, groups);
        const message = `There is no security group \`${name}\`.`;
        fields.error({ code: 'bad-option', at: entry.value, message, hint });
    }
    return names ?? [];
}
function readSecurityGroup(fields, node) {
    const found = fields.known(node, GROUP_FIELDS, 'A security group');
    if (found.name === undefined || found.password === undefined) {
        const message = 'A security group has `name` and `password`, and may have a `cipher`.';
        return fields.error({ code: 'missing-field', at: node, message });
    }
    const name = fields.text(found.name);
    const password = fields.text(found.password);
    if (password !== undefined && !PASSWORD.test(password)) {
        const message = 'The password of a security group has 8 to 16 characters and no blanks.';
        fields.error({ code: 'bad-text', at: found.password.value, message });
    }
    const { cipher } = found;
    const clear = cipher === undefined || (0,tree/* isNull */.kZ)(cipher.value) || (0,tree/* isNothing */.qv)(cipher.value);
    const chosen = clear ? null : fields.oneOf(cipher, ciphers/* CIPHERS */.d1, 'bad-option');
    return name === undefined || password === undefined || chosen === undefined
        ? undefined
        : { name, password, cipher: chosen };
}

;// CONCATENATED MODULE: ./lib/commands/serve-repository.js




const REPOSITORY_FIELDS = [
    'account',
    'repository',
    'levels',
    'flags',
    'tokens',
    'securityGroups',
    'contextGroups',
    'plantDuplicates',
];
const REQUIRED = ['account', 'repository', 'levels'];
const CONTEXT_GROUP_FIELDS = ['level', 'name', 'members'];
/** `undefined` where it is not even known which repository is meant. */
function readRepositorySettings(fields, node) {
    const found = fields.known(node, REPOSITORY_FIELDS, 'A repository');
    for (const name of REQUIRED) {
        if (found[name] === undefined) {
            fields.error({ code: 'missing-field', at: node, message: `This repository has no \`${name}\`.` });
        }
    }
    const account = found.account && readName(fields, found.account);
    const repository = found.repository && readName(fields, found.repository);
    const levels = found.levels && readLevels(fields, found.levels);
    const flags = found.flags && readFlags(fields, found.flags);
    const securityGroups = serve_secrets_listOf(fields, found.securityGroups, (one) => readSecurityGroup(fields, one));
    const groups = groupNames(found.securityGroups);
    const tokens = found.tokens && readTokens(fields, { entry: found.tokens, groups });
    const contextGroups = serve_secrets_listOf(fields, found.contextGroups, (one) => readContextGroup(fields, one, levels));
    const plantDuplicates = found.plantDuplicates && fields.boolean(found.plantDuplicates);
    if (account === undefined || repository === undefined || levels === undefined)
        return undefined;
    return {
        account,
        repository,
        levels,
        securityGroups,
        contextGroups,
        ...(flags && { flags }),
        ...(tokens && { tokens }),
        ...(plantDuplicates && { plantDuplicates }),
    };
}
function readName(fields, entry) {
    const name = fields.text(entry);
    if (name === undefined || isRepositoryName(name))
        return name;
    return fields.error({
        code: 'bad-repository',
        at: entry.value,
        message: `\`${entry.key.text}\` is made of letters, digits, ".", "-" and "_".`,
        ...(name.includes('/') && {
            hint: 'Write `account: acme` and `repository: shop`, not one with a slash.',
        }),
    });
}
function readLevels(fields, entry) {
    const levels = fields.texts(entry);
    if (levels === undefined)
        return undefined;
    const names = new Set(levels.map((level) => level.toLowerCase()));
    const message = levels.length < 1 || levels.length > context/* MAX_LEVELS */.DD
        ? `A repository has 1 to ${context/* MAX_LEVELS */.DD} context levels, and here are ${levels.length}.`
        : names.size < levels.length
            ? 'Two context levels have the same name.'
            : undefined;
    return message === undefined ? levels : fields.error({ code: 'bad-option', at: entry.value, message });
}
function readFlags(fields, entry) {
    const flags = {};
    const node = fields.mapping(entry.value, '`flags`');
    const found = node === undefined ? {} : fields.known(node, FLAGS, '`flags`');
    for (const name of FLAGS) {
        const flag = found[name];
        const value = flag && fields.boolean(flag);
        if (value !== undefined)
            flags[name] = value;
    }
    return flags;
}
function readContextGroup(fields, node, levels) {
    const found = fields.known(node, CONTEXT_GROUP_FIELDS, 'A context group');
    const { level: levelEntry, name: nameEntry, members: membersEntry } = found;
    if (levelEntry === undefined || nameEntry === undefined || membersEntry === undefined) {
        const message = 'A context group has `level`, `name` and `members`.';
        return fields.error({ code: 'missing-field', at: node, message });
    }
    const level = fields.text(levelEntry);
    const name = fields.text(nameEntry);
    const members = fields.texts(membersEntry);
    if (level === undefined || name === undefined || members === undefined)
        return undefined;
    if (levels !== undefined && !levels.includes(level)) {
        const message = `There is no context level \`${level}\`.`;
        fields.error({ code: 'bad-option', at: levelEntry.value, message, hint: (0,nearest/* meant */.w)(level, levels) });
    }
    for (const element of [name, ...members]) {
        if (context/* ELEMENT_NAME */.Hi.test(element))
            continue;
        const message = `\`${element}\` cannot be the name of a context element.`;
        fields.error({ code: 'context-name', at: node, message });
    }
    return { level, name, members };
}

;// CONCATENATED MODULE: ./lib/commands/serve-config.js
// `serve --config`: what an embedded server is started with, read from YAML or JSON and checked as a whole.
//
// The shape is the `setup` of a recording: one repository at top level, or a list of them under `repositories:`.
//
//   account: acme
//   repository: shop
//   levels: [Environment, Application]        # broad first
//   flags: { tokenFreePush: false, contextGroupsEnabled: true }
//   tokens:
//     ci: { forceKeyPush: true, securityGroups: [Payment] }
//     old: { expired: true, value: fixed-for-tests }
//   securityGroups:
//     - { name: Payment, password: passw0rd, cipher: AES/CBC/PKCS5Padding }
//   contextGroups:
//     - { level: Environment, name: AllProd, members: [Prod, Prod2] }



/** All mistakes at once; with any of them the repositories are not to be used. */
function readServeConfig(source) {
    const diagnostics = [];
    const report = (diagnostic) => diagnostics.push(diagnostic);
    const fields = new desired_fields/* Fields */.C(source, report);
    const repositories = repositoryNodes(fields, (0,parse/* parseTrees */.$)(source, report)).flatMap((node) => {
        const settings = readRepositorySettings(fields, node);
        return settings === undefined ? [] : [{ settings, node }];
    });
    reportTwins(fields, repositories);
    if (repositories.length === 0 && diagnostics.length === 0) {
        fields.error({ code: 'missing-field', at: 0, message: 'There is no repository in this file.' });
    }
    return { repositories: repositories.map(({ settings }) => settings), diagnostics };
}
function repositoryNodes(fields, [tree, second]) {
    if (second !== undefined) {
        fields.error({ code: 'wrong-type', at: second, message: 'The file holds one document, not several.' });
    }
    const top = tree === undefined ? undefined : fields.mapping(tree, 'The file');
    if (top === undefined)
        return [];
    if (!top.entries.some(({ key }) => key.text === 'repositories'))
        return [top];
    const list = fields.known(top, ['repositories'], 'A file with `repositories`').repositories?.value;
    if (list?.kind === 'sequence') {
        return list.items.flatMap((item) => fields.mapping(item, 'A repository') ?? []);
    }
    if (list !== undefined) {
        fields.error({ code: 'wrong-type', at: list, message: '`repositories` is a list of repositories.' });
    }
    return [];
}
/** Names of repositories, and values of tokens, say which repository is meant. */
function reportTwins(fields, repositories) {
    const names = new Map();
    const values = new Map();
    for (const { settings, node } of repositories) {
        const name = `${settings.account}/${settings.repository}`;
        claim(fields, names, { id: name, node, message: `${name} is set up twice.` });
        for (const [token, { value }] of Object.entries(settings.tokens ?? {})) {
            const message = `The value of the token ${token} belongs to another token already.`;
            if (value !== undefined)
                claim(fields, values, { id: value, node, message });
        }
    }
}
function claim(fields, taken, { id, node, message }) {
    const first = taken.get(id);
    if (first === undefined)
        taken.set(id, node);
    else
        fields.error({ code: 'bad-option', at: node, message, related: fields.place(first) });
}

;// CONCATENATED MODULE: ./lib/commands/serve.js
// serve: the embedded server, started from flags, or from a file that says what a team's own server is like.









/** Mistakes in the file of `--config`: nothing was started. */
class ServeConfigError extends errors/* CommandError */.Q {
    diagnostics;
    constructor(diagnostics) {
        const mistakes = diagnostics.length === 1 ? '1 mistake' : `${diagnostics.length} mistakes`;
        super({ code: 'invalid', message: `${mistakes} in the server's set-up; nothing was started.` });
        this.diagnostics = diagnostics;
    }
}
/** Throws a {@link CommandError} for options that are no good, and where the address or the data file is taken. */
async function serve(options, { cwd, log }) {
    if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65_535)
        throw badOption('--port is a number from 0 to 65535.');
    const repositories = repositoriesOf(options, cwd);
    try {
        return await startServer({
            repositories,
            port: Number(options.port),
            host: options.host,
            ...(options.data !== undefined && { dataFile: options.data }),
            log,
        });
    }
    catch (error) {
        throw startError(error, options);
    }
}
function repositoriesOf({ config, repository, levels }, cwd) {
    if (config !== undefined) {
        if (repository !== undefined || levels !== undefined)
            throw badOption('--config says what the server has: leave out --repository and --levels.');
        return configured(config, cwd);
    }
    if (repository === undefined || levels === undefined)
        throw badOption('Give --repository and --levels, or --config with a file that says what the server has.');
    const named = (0,project/* parseRepository */.SU)(repository);
    if (named === undefined)
        throw badOption('--repository is account/name, like acme/shop.');
    const labels = levels.split(',').map((level) => level.trim());
    return [{ account: named.account, repository: named.name, levels: labels }];
}
function configured(config, cwd) {
    const path = (0,external_node_path_.resolve)(cwd, config);
    const files = (0,read_files/* workTreeFiles */.B)((0,external_node_path_.dirname)(path), cwd);
    const read = files.read((0,external_node_path_.basename)(path));
    if ('problem' in read)
        throw badOption(`--config: ${read.problem.message}`);
    const decoded = (0,project_files/* decodeUtf8 */._6)(read.bytes);
    if ('line' in decoded)
        throw badOption(`--config: line ${decoded.line} of ${config} is not UTF-8.`);
    const shown = files.display((0,external_node_path_.basename)(path));
    const { repositories, diagnostics } = readServeConfig(new place/* Source */.k(shown, decoded.text));
    if (diagnostics.some(({ severity }) => severity === 'error'))
        throw new ServeConfigError(diagnostics.sort(diagnostic/* compareDiagnostics */.oV));
    return repositories;
}
function startError(error, { host, port }) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
        return badOption(`${host}:${port} is taken. Give another --port; 0 takes a free one.`);
    if (code === 'EACCES')
        return badOption(`This user may not listen at ${host}:${port}. Give a --port above 1023.`);
    return badOption(error instanceof Error ? error.message : String(error));
}
function badOption(message) {
    return new errors/* CommandError */.Q({ code: 'bad-option', message });
}


/***/ }),

/***/ 3735:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Lb: () => (/* binding */ replacePlaceholders),
/* harmony export */   Qf: () => (/* binding */ placeholdersIn),
/* harmony export */   mM: () => (/* binding */ escapedPlaceholders),
/* harmony export */   xp: () => (/* binding */ renderedIn)
/* harmony export */ });
// Placeholders `${key}` in files: which keys a file uses, and putting values in their place (behaviour.md, section 11).
const BLANKS = '[ \\t\\n\\x0b\\f\\r]*';
const NAME = '[[\\]()*\\-._+a-zA-Z0-9]+';
/** What counts when a file is saved: a backslash in front protects. */
const USED = new RegExp(`(?<!\\\\)\\$\\{${BLANKS}(${NAME})${BLANKS}\\}`, 'g');
/** What a backslash protects when the file is saved, and not when it is read. */
const ESCAPED = new RegExp(`\\\\\\$\\{${BLANKS}(${NAME})${BLANKS}\\}`, 'g');
/** What is replaced when a file is read: a backslash does not protect, and names begin and end with a word character. */
const RENDERED = new RegExp(`\\$\\{${BLANKS}\\b(${NAME})\\b${BLANKS}\\}`, 'g');
/** Names of the keys that a file with this content uses, in the spelling of their first use. */
function placeholdersIn(content) {
    if (!content.includes('${'))
        return [];
    const names = new Map();
    for (const [, name = ''] of content.matchAll(USED)) {
        const id = name.toLowerCase();
        if (!names.has(id))
            names.set(id, name);
    }
    return [...names.values()];
}
/** Names that stand behind a backslash: the server makes no key for them, but renders them like any other. */
function escapedPlaceholders(content) {
    if (!content.includes('\\${'))
        return [];
    return [...new Set(Array.from(content.matchAll(ESCAPED), ([, name = '']) => name))];
}
/** Names of the keys that reading such a file asks for, as they stand there. */
function renderedIn(content) {
    return Array.from(content.matchAll(RENDERED), ([, name = '']) => name);
}
/** What is left of a backslash before `${` when all is replaced goes. */
function replacePlaceholders(content, textOf) {
    if (!content.includes('${'))
        return content;
    return content.replace(RENDERED, (_, name) => textOf(name)).replaceAll('\\${', '${');
}


/***/ })

};
