export const id = 890;
export const ids = [890];
export const modules = {

/***/ 8890:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  serve: () => (/* binding */ serve)
});

// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/project.js
var project = __webpack_require__(7404);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
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

// EXTERNAL MODULE: ./lib/model/lenient-json.js
var lenient_json = __webpack_require__(9201);
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
    CONSTRAINT: 'A relationship to another item exists, preventing this transaction.',
    INVALID_TOKEN: 'Invalid API token.',
    EXPIRED_TOKEN: 'API token has expired.',
    INACTIVE_TOKEN: 'API token is not active.',
    NO_PUSH_WITHOUT_TOKEN: 'This repository does not allow API Push without specifying a token',
    NO_PULL_WITHOUT_TOKEN: 'This repository does not allow API Pull without specifying a token',
};
function refusal(name, entry) {
    const message = MESSAGES[name];
    return entry === undefined ? { message } : { message, entry: (0,lenient_json/* compactJson */.Ar)(entry) };
}
/**
 * Leaves a push from wherever it is. Everything that a push does goes to a draft, so there is nothing
 * to clean up on the way out, and the twenty places that may refuse need not hand a result through.
 * Thrown and caught by `push` alone: outside it a refusal is a value.
 */
class Refused extends Error {
    refusal;
    constructor(name, entry) {
        super(MESSAGES[name]);
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
    const pretty = isTrue(request.header('pretty'));
    return { status: 200, contentType: 'application/json', body: htmlSafeJson(value, pretty ? 2 : 0) };
}
function isTrue(text) {
    return text?.toLowerCase() === 'true';
}
/** These characters can stand only inside the strings of a JSON text, so the text may be replaced as a whole. */
function htmlSafeJson(value, indent) {
    return JSON.stringify(value, null, indent).replace(/[<>&='\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/model/vdt.js
var model_vdt = __webpack_require__(2783);
// EXTERNAL MODULE: ./lib/model/context.js
var context = __webpack_require__(402);
;// CONCATENATED MODULE: ./lib/server/settings.js
// What a server is started with: repositories, their flags and tokens.

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
    }));
}
/** Why a server cannot be started like this, if it cannot. */
function settingsProblem(settings) {
    const name = `${settings.account}/${settings.repository}`;
    if (!NAME.test(settings.account) || !NAME.test(settings.repository)) {
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
const NAME = /^[A-Za-z0-9][-._A-Za-z0-9]*$/;

;// CONCATENATED MODULE: ./lib/server/stored.js
// The state as versioned JSON, and back.


const STORED_VERSION = 1;
function toStored(repositories) {
    return `${JSON.stringify({ version: STORED_VERSION, repositories: repositories.map(stored) })}\n`;
}
function stored(repository) {
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
const isRow = objectOf({ serial: isNumber, context: isText, text: isTextOrNull, active: isBoolean });
const isKey = objectOf({
    name: isText,
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
    rewritten: maybe(isBoolean),
});
const isToken = objectOf({
    name: isText,
    value: isText,
    forceKeyPush: isBoolean,
    active: isBoolean,
    expired: isBoolean,
});
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
    created: isText,
    serial: isNumber,
    elements: listOf(listOf(isText)),
    keys: listOf(isKey),
    files: listOf(isFile),
    formerPaths: listOf(isText),
    history: listOf(isRevision),
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
/** `undefined`: longer than allowed. The encoding is UTF-8 unless Latin-1 is declared. */
async function readBody(incoming, options) {
    const chunks = [];
    let bytes = 0;
    // Leaving the loop must not end the connection: the answer is still to be sent on it.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > options.maxBytes)
            return undefined;
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
    let body = Buffer.from(answer.body ?? '', 'utf8');
    if (body.length > COMPRESS_FROM_BYTES && takesGzip(incoming)) {
        body = await compress(body);
        outgoing.setHeader('Content-Encoding', 'gzip');
        outgoing.setHeader('Vary', 'Accept-Encoding');
    }
    if (answer.status !== 304)
        outgoing.setHeader('Content-Length', body.length);
    outgoing.end(body);
}
function takesGzip(incoming) {
    return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(incoming.headers['accept-encoding']));
}
/** Whatever is no HTTP, and heads that are too long. */
function refuseMalformed(_problem, socket) {
    if (socket.writable)
        socket.end('HTTP/1.1 400 Bad Request\r\nServer: TomEE\r\nConnection: close\r\n\r\n');
    else
        socket.destroy();
}

;// CONCATENATED MODULE: ./lib/server/state.js

function createRepository(settings, options) {
    return {
        account: settings.account,
        name: settings.repository,
        levels: [...settings.levels],
        flags: flagsOf(settings),
        tokens: tokensOf(settings, { random: options.random }),
        created: options.now().toISOString(),
        serial: 1,
        elements: settings.levels.map(() => new Map()),
        keys: new Map(),
        files: new Map(),
        formerPaths: new Set(),
        history: [],
    };
}
/** Names are compared with case. */
function findRepository(repositories, address) {
    return repositories.find((one) => one.account === address.account && one.name === address.name);
}

;// CONCATENATED MODULE: ./lib/server/access.js

/** `info` checks only that a token is genuine. */
function byToken(repositories, { sent, purpose }) {
    for (const repository of repositories) {
        const token = repository.tokens.find((one) => one.value === sent);
        if (token === undefined)
            continue;
        if (purpose === 'info')
            return { repository, token };
        if (token.expired)
            return { denied: 'EXPIRED_TOKEN' };
        return token.active ? { repository, token } : { denied: 'INACTIVE_TOKEN' };
    }
    return { denied: 'INVALID_TOKEN' };
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

;// CONCATENATED MODULE: ./lib/server/body.js
// Reading the members of a push body as the server does: scalars by their text, one-element arrays unwrapped.



function body_readBody(text) {
    const parsed = (0,lenient_json/* parseLenientJson */.Ri)(text);
    if (!('value' in parsed) || !(parsed.value instanceof Map))
        throw new Refused('GENERIC');
    const body = parsed.value;
    const comment = optionalText(body, 'changeComment');
    const enableKeyCreation = optionalBoolean(body, 'enableKeyCreation');
    return { comment, enableKeyCreation, entries: objectsOf(body.get('data')) };
}
/** The elements of an array that must hold objects only. */
function objectsOf(node) {
    if (!Array.isArray(node))
        throw new Refused('GENERIC');
    return node.map((element) => {
        if (element instanceof Map)
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
    if (node instanceof lenient_json/* JsonNumber */.WP)
        return node.literal;
    if (Array.isArray(node) && node.length === 1)
        return textOf(node[0]);
    throw new Refused('GENERIC');
}

;// CONCATENATED MODULE: ./lib/server/draft.js
/**
 * A refused push throws its draft away, so nothing has to be undone, and a push costs what it touches,
 * however large the repository is.
 */
class Draft {
    base;
    /** Contexts of this push by the text that was sent. */
    contexts = new Map();
    #keys = new Map();
    #newKeys = new Set();
    #files = new Map();
    #elements;
    #formerPaths = new Set();
    /** Keys whose metadata differs from what is stored, with what is stored (see {@link wrote}). */
    #unsaved = new Map();
    #flagged = new Set();
    #serial;
    #changed = false;
    constructor(base) {
        this.base = base;
        this.#serial = base.serial;
        this.#elements = base.levels.map(() => new Map());
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
    keys() {
        const ids = new Set([...this.base.keys.keys(), ...this.#keys.keys()]);
        return [...ids].flatMap((id) => this.key(id) ?? []);
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
            this.#formerPaths.add(path);
        this.#files.set(path, rows);
        this.wrote({ changed: true });
    }
    wasPath(path) {
        return this.#formerPaths.has(path) || this.base.formerPaths.has(path);
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
    /** The repository with the draft in it. What was made anew stands at the end; what did not change is shared. */
    committed(revision) {
        const { base } = this;
        return {
            ...base,
            serial: this.#serial,
            keys: this.#keys.size === 0 ? base.keys : this.#committedKeys(),
            files: this.#files.size === 0 ? base.files : this.#committedFiles(),
            formerPaths: this.#formerPaths.size === 0
                ? base.formerPaths
                : new Set([...base.formerPaths, ...this.#formerPaths]),
            elements: base.elements.map((names, level) => new Map([...names, ...(this.#elements[level] ?? [])])),
            history: [...base.history, revision],
        };
    }
    #committedKeys() {
        const keys = new Map(this.base.keys);
        for (const id of this.#newKeys)
            keys.delete(id);
        for (const [id, key] of this.#keys)
            put(keys, { id, item: key });
        return keys;
    }
    #committedFiles() {
        const files = new Map(this.base.files);
        for (const [path, rows] of this.#files)
            put(files, { id: path, item: rows.length === 0 ? null : rows });
        return files;
    }
}
function put(map, { id, item }) {
    if (item === null)
        map.delete(id);
    else
        map.set(id, item);
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

;// CONCATENATED MODULE: ./lib/server/files.js




const PATH_MAX = 255;
function applyFileEntry(draft, entry) {
    const sent = requiredText(entry, 'file');
    const content = optionalText(entry, 'content') ?? '';
    const active = optionalBoolean(entry, 'active') ?? true;
    optionalText(entry, 'securityGroup');
    const deletes = isDelete(entry);
    const context = resolveContext(draft, { text: requiredText(entry, 'context'), entry });
    const row = activeRow(draft, { path: sent, context });
    if (deletes)
        deleteFile(draft, row);
    else if (row === undefined)
        createFile(draft, { sent, context, content, active, entry });
    else
        updateFile(draft, { row, content, active, entry });
}
function activeRow(draft, { path, context }) {
    return draft.filesAt(path).find((row) => row.active && sameContext(row.context, context));
}
function sameContext(a, b) {
    return a.toLowerCase() === b.toLowerCase();
}
function createFile(draft, { sent, context, content, active, entry }) {
    const { folder, name } = splitPath(sent);
    if ((0,model_vdt/* javaTrim */.D9)(name) === '')
        throw new Refused('BLANK_NAME', entry);
    if (folder.includes('\n'))
        throw new Refused('ILLEGAL', entry);
    const path = storedPath(sent);
    if (path.length > PATH_MAX || path.includes('\0'))
        throw new Refused('CONSTRAINT', entry);
    if (activeRow(draft, { path, context }) !== undefined)
        throw new Refused('FILE_DUPLICATION', entry);
    refuseNul(content, entry);
    const row = { serial: draft.nextSerial(), path, context, content, active };
    draft.putFiles(path, [...draft.filesAt(path), row]);
}
function updateFile(draft, { row, content, active, entry }) {
    refuseNul(content, entry);
    const same = row.content === content && row.active === active;
    if (same && row.rewritten) {
        draft.wrote({ changed: false });
        return;
    }
    const next = { ...row, content, active, ...(same ? { rewritten: true } : {}) };
    draft.putFiles(row.path, draft.filesAt(row.path).map((one) => (one === row ? next : one)));
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
function refuseNul(content, entry) {
    if (content.includes('\0'))
        throw new Refused('CONSTRAINT', entry);
}
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
/** A path stays valid after its last file as long as a FileRef or FileEmbed value names it. */
function isStoredPath(draft, path) {
    if (draft.filesAt(path).length > 0)
        return true;
    return draft.wasPath(path) && draft.keys().some((key) => isReference(key, path));
}
function isReference(key, path) {
    if (key.vdt !== 'FileRef' && key.vdt !== 'FileEmbed')
        return false;
    return [...key.rows.values()].some((rows) => rows.some((row) => row.text === path));
}

;// CONCATENATED MODULE: ./lib/server/key-in-hand.js

const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;
/** Its name is checked only now. `entry` goes with the reason where a value is being written. */
function storeNewKey(key, entry) {
    const { draft } = key;
    const { name } = key.record;
    if (name === '')
        throw new Refused('KEY_BLANK', entry);
    if (!KEY_NAME.test(name))
        throw new Refused('ILLEGAL', entry);
    const id = name.toLowerCase();
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
    const text = upsert.text === undefined ? undefined : checkedText(key, upsert.text);
    if (key.isGone)
        throw new Refused('CONSTRAINT', key.entry);
    if (key.isNew)
        storeNewKey(key, key.entry);
    const row = onlyActiveRow(key, upsert.context);
    const next = {
        serial: row?.serial ?? key.draft.nextSerial(),
        context: row?.context ?? upsert.context,
        text: text === undefined ? (row?.text ?? null) : text,
        active: upsert.active ?? true,
    };
    const changed = row === undefined || row.text !== next.text || !next.active;
    if (changed)
        putRow(key, { row, next });
    key.draft.wrote({ changed });
}
/** What is stored for a text, if the type in force allows it. */
function checkedText(key, text) {
    const { draft } = key;
    const { vdt } = key.record;
    if (vdt === 'FileRef' || vdt === 'FileEmbed') {
        if (text === null || !isStoredPath(draft, text))
            throw new Refused('FILE_NOT_FOUND', key.entry);
        return text;
    }
    if (text === null)
        return null;
    const checked = draft.base.flags.vdtEnabled;
    if (checked && (0,model_vdt/* typeProblem */.Yp)(vdt, text) !== undefined) {
        throw new Refused(vdt === 'JSON' ? 'GENERIC' : 'INVALID_VALUE', key.entry);
    }
    if (text.includes('\0'))
        throw new Refused('CONSTRAINT', key.entry);
    return checked ? (0,model_vdt/* storedText */.VS)(vdt, text) : text;
}
/** Inactive rows cannot be seen by a push. Two active rows of one context cannot be told apart. */
function onlyActiveRow(key, context) {
    const rows = activeRows(key, context);
    if (rows.length > 1)
        throw new Refused('PROP_DUPLICATION', key.entry);
    return rows[0];
}
function activeRows(key, context) {
    return (key.record.rows.get(context.toLowerCase()) ?? []).filter((row) => row.active);
}
function putRow(key, { row, next }) {
    const id = next.context.toLowerCase();
    const rows = key.record.rows.get(id) ?? [];
    key.record.rows.set(id, row === undefined ? [...rows, next] : rows.map((one) => (one === row ? next : one)));
}
function deleteValue(key, context) {
    const row = activeRows(key, context)[0];
    if (row === undefined)
        return;
    const takesEffect = isAsBefore(key, row);
    if (takesEffect)
        removeRow(key, row);
    key.draft.wrote({ changed: takesEffect });
    if (key.record.rows.size === 0)
        removeEmptyKey(key);
}
/**
 * A delete takes effect only on a row that stood there before the push and still has its text: the
 * server writes a row that this push made or changed again after deleting it.
 */
function isAsBefore(key, row) {
    const stored = key.draft.base.keys.get(key.id)?.rows.get(row.context.toLowerCase());
    return stored?.find((one) => one.serial === row.serial)?.text === row.text;
}
function removeRow(key, row) {
    const id = row.context.toLowerCase();
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





function applyKeyEntry(draft, { entry, rights }) {
    const name = requiredText(entry, 'key');
    const id = name.toLowerCase();
    const known = draft.key(id);
    if (known === undefined && isDelete(entry))
        return;
    const key = known === undefined ? newKey(draft, { name, entry, rights }) : knownKey(draft, { name, entry, rights });
    refuseNullGroup(entry);
    if (isDelete(entry)) {
        draft.removeKey(id);
        return;
    }
    setMetadata(key);
    if (entry.has('values')) {
        for (const value of objectsOf(entry.get('values')))
            writeValue(key, value);
    }
    saveIfFlagged(key);
}
function newKey(draft, { name, entry, rights }) {
    if (!rights.mayCreate)
        throw new Refused('KEY_CREATION', entry);
    const metadata = { vdt: vdtOf(entry), readme: null, deprecated: false, push: false };
    const record = { name: (0,model_vdt/* javaTrim */.D9)(name), ...metadata, rows: new Map() };
    return { draft, id: name.toLowerCase(), name, record, isNew: true, isGone: false, entry };
}
function knownKey(draft, { name, entry, rights }) {
    const id = name.toLowerCase();
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
    return Array.isArray(values) && values.some((value) => value instanceof Map && isDelete(value));
}
/** The pair is read only when both members are there. */
function refuseNullGroup(entry) {
    if (!entry.has('securityGroup') || !entry.has('password'))
        return;
    requiredText(entry, 'securityGroup');
    requiredText(entry, 'password');
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
    const draft = new Draft(repository);
    const rights = { force: request.force, mayCreate: body.enableKeyCreation ?? request.force };
    for (const entry of body.entries)
        if (entry.has('file'))
            applyFileEntry(draft, entry);
    for (const entry of body.entries)
        if (entry.has('key'))
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

;// CONCATENATED MODULE: ./lib/server/reads.js
// What can be read of a repository: export, info, keyData (behaviour.md, section 13).

/** Everything, in the shape of a push body, keys before files. */
function exportOf(repository, options) {
    const keys = Array.from(repository.keys.values(), (key) => exportedKey(key, options));
    const files = options.omitFiles ? [] : allFiles(repository).map(exportedFile);
    return { data: [...keys, ...files] };
}
function exportedKey(key, options) {
    return options.omitValues ? keyDataOf(key) : { ...keyDataOf(key), values: exportedValues(key) };
}
function exportedValues(key) {
    const rows = [...key.rows.values()].flat();
    return rows.map(({ context, text, active }) => ({ context, value: text, active }));
}
/** An inactive file is not marked. */
function exportedFile({ content, path, context }) {
    return { content, file: path, context };
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
        context: repository.levels,
        ...(elements ? { contextElements } : {}),
        ...(files ? { files: fileList(repository, options.filesGlob) } : {}),
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
        .map(({ path }) => ({ name: splitPath(path).name, path }));
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
/** `MM/dd/yyyy HH:mm:ss`, in UTC. */
function serverTime(date) {
    const [year, month, day] = date.toISOString().slice(0, 10).split('-');
    return `${month}/${day}/${year} ${date.toISOString().slice(11, 19)}`;
}

;// CONCATENATED MODULE: ./lib/server/routes.js
const ENDPOINTS = [
    { name: 'push', method: 'POST', forms: ['token', 'url'] },
    { name: 'export', method: 'GET', forms: ['url'] },
    { name: 'info', method: 'GET', forms: ['token', 'url'] },
    { name: 'keyData', method: 'GET', forms: ['token', 'url'] },
    { name: 'info/all', method: 'GET', forms: ['token'] },
    { name: 'info/system', method: 'GET', forms: ['token'] },
];
function routeOf(request) {
    const [root, ...rest] = routes_segmentsOf(request.target);
    if (root !== 'rest')
        return 'outside';
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = tokenForm(rest, method) ?? urlForm(rest, method);
    if (route === undefined || !takesJson(request))
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






const SERVER_VERSION = '1.10.6';
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
    const access = accessFor(service, { request, route, purpose: 'push' });
    if (access === 'missing')
        return { answer: refuse(304, 'GENERIC') };
    if ('denied' in access)
        return { answer: refuse(304, access.denied) };
    const result = push(access.repository, {
        body,
        force: access.token?.forceKeyPush ?? false,
        token: access.token?.name,
        application: request.header('application-name'),
        now: service.now,
    });
    if ('refusal' in result)
        return { answer: refuse(304, result.refusal) };
    const { repository, revision } = result;
    if (revision === undefined)
        return { answer: { status: 200 } };
    const repositories = service.repositories.map((one) => (one === access.repository ? repository : one));
    return { answer: { status: 200 }, repositories };
}
/** Everything but a push. */
function readAnswer(service, { request, route }) {
    if (route.endpoint === 'info/all')
        return json(service.repositories.map(summaryOf), request);
    if (route.endpoint === 'info/system')
        return json({ version: SERVER_VERSION }, request);
    const status = route.endpoint === 'info' ? 417 : 406;
    const purpose = route.endpoint === 'info' ? 'info' : 'read';
    const access = accessFor(service, { request, route, purpose });
    if (access === 'missing')
        return crashed();
    if ('denied' in access)
        return refuse(status, access.denied);
    const content = READS[route.endpoint]?.({ ...access, request, now: service.now() });
    return content === undefined ? crashed() : json(content, request);
}
const READS = {
    export: ({ repository, request }) => exportOf(repository, {
        omitValues: isTrue(request.header('omit-values')),
        omitFiles: isTrue(request.header('omit-files')),
    }),
    info: ({ repository, request, now }) => infoOf(repository, {
        now,
        contextElements: isTrue(request.header('context-elements')),
        contextLabels: request.header('context-labels') || undefined,
        files: isTrue(request.header('files')),
        filesGlob: request.header('files-glob') || undefined,
    }),
    keyData: ({ repository, request }) => keyDataOf(repository.keys.get((request.header('keyname') ?? '').toLowerCase())),
};
function accessFor(service, { request, route, purpose }) {
    if (route.address !== undefined)
        return byAddress(service.repositories, { address: route.address, purpose });
    return byToken(service.repositories, { sent: request.header('client-token') ?? '', purpose });
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
}
function differentLevels(repository, settings) {
    const name = `${repository.account}/${repository.name}`;
    const [before, after] = [repository.levels.join(', '), settings.levels.join(', ')];
    return `${name} has the context levels ${before} there, and should have ${after}`;
}

;// CONCATENATED MODULE: ./lib/server/http.js
// [edge] The embedded server on a port: node:http around the service, one push at a time.









const MAX_BODY_BYTES = 256 * 1024 * 1024;
/** As the real server: a longer request head is refused. */
const MAX_HEAD_BYTES = 8192;
/** How long a closing server waits for requests that are under way. */
const CLOSE_GRACE_MS = 2000;
async function startServer(options) {
    const service = await openService(options);
    const server = external_node_http_.createServer({ maxHeaderSize: MAX_HEAD_BYTES }, handler(service, options));
    server.on('clientError', refuseMalformed);
    await listen(server, options);
    return running(server, service, options.host);
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
    return { repositories: opened.repositories, now };
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
function running(server, service, host = '127.0.0.1') {
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
        close: () => http_close(server),
    };
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
function handler(service, options) {
    const log = options.log ?? (() => { });
    const answerTo = answerer(service, options);
    return (incoming, outgoing) => {
        const { method = '', url: path = '', headers } = incoming;
        options.onRequest?.({ method, path, headers });
        answerTo(incoming)
            .catch((problem) => {
            log(`${method} ${path} failed: ${problem instanceof Error ? problem.message : String(problem)}`);
            return crashed();
        })
            .then((answer) => {
            log(`${method} ${path} ${answer.status}${reasonOf(answer)}`);
            return send(answer, { incoming, outgoing });
        })
            .catch(() => outgoing.destroy());
    };
}
/** The message without the entry, which may hold secrets. */
function reasonOf({ status, etag }) {
    if (etag === undefined || status === 200)
        return '';
    return ` ${etag.split('; {', 1)[0]?.replaceAll('"', '')}`;
}
function answerer(service, options) {
    const maxBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
    let lastPush = Promise.resolve();
    /**
     * Nobody hears of a push before it is on disk, and one that does not get there did not happen: the answer is 500.
     */
    async function pushNow(sent) {
        const { answer, repositories } = pushAnswer(service, sent);
        if (repositories === undefined)
            return answer;
        if (options.dataFile !== undefined)
            await saveState(options.dataFile, repositories);
        service.repositories = repositories;
        return answer;
    }
    return async (incoming) => {
        const request = requestOf(incoming);
        const dispatched = dispatch(request);
        if ('answer' in dispatched)
            return dispatched.answer;
        const { route } = dispatched;
        if (route.endpoint !== 'push')
            return readAnswer(service, { request, route });
        const body = await readBody(incoming, { maxBytes });
        if (body === undefined)
            return { status: 413, close: true };
        const answer = lastPush.then(() => pushNow({ request, route, body }));
        lastPush = answer.catch(() => { });
        return answer;
    };
}

;// CONCATENATED MODULE: ./lib/commands/serve.js
// serve: the embedded server, started from flags.



/** Throws a {@link CommandError} for options that are no good, and where the address or the data file is taken. */
async function serve(options, log) {
    const repository = (0,project/* parseRepository */.SU)(options.repository);
    if (repository === undefined)
        throw badOption('--repository is account/name, like acme/shop.');
    if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65_535)
        throw badOption('--port is a number from 0 to 65535.');
    const levels = options.levels.split(',').map((level) => level.trim());
    try {
        return await startServer({
            repositories: [{ account: repository.account, repository: repository.name, levels }],
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

/***/ 9201:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ar: () => (/* binding */ compactJson),
/* harmony export */   Ri: () => (/* binding */ parseLenientJson),
/* harmony export */   WP: () => (/* binding */ JsonNumber)
/* harmony export */ });
/* unused harmony export MAX_DEPTH */
// The lenient JSON that the server reads (behaviour.md, section 4), keeping numbers as they were written.
/** A number by its text, because `1.50` and `1e3` must survive. */
class JsonNumber {
    literal;
    constructor(literal) {
        this.literal = literal;
    }
}
/** Deeper texts are refused, so that nobody can exhaust the stack. */
const MAX_DEPTH = 512;
/** Reads one value; only blanks may follow it. */
function parseLenientJson(text) {
    const reader = new Reader(text);
    try {
        const value = reader.value(0);
        return reader.onlyBlanksLeft() ? { value } : { failure: 'trailing' };
    }
    catch (problem) {
        if (problem instanceof Stop)
            return { failure: problem.failure };
        throw problem;
    }
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
const ESCAPED = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };
const KEYWORDS = new Map([
    ['null', null],
    ['true', true],
    ['false', false],
]);
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
/** Text without quotes: everything up to one of these. */
const BARE = /[^/\\;#={}[\]:, \t\f\r\n]*/y;
const BLANKS = /[ \t\r\n]*/y;
/** Leaves the recursion; never seen outside this module. */
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
/** `-0` is the one number that the server writes otherwise. */
function bareValue(text) {
    const keyword = KEYWORDS.get(text.toLowerCase());
    if (keyword !== undefined)
        return keyword;
    if (text === '-0')
        return new JsonNumber('0');
    return NUMBER.test(text) ? new JsonNumber(text) : text;
}


/***/ }),

/***/ 2783:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D9: () => (/* binding */ javaTrim),
/* harmony export */   FQ: () => (/* binding */ valueProblem),
/* harmony export */   Ot: () => (/* binding */ VDTS),
/* harmony export */   PB: () => (/* binding */ isVdt),
/* harmony export */   VS: () => (/* binding */ storedText),
/* harmony export */   Yp: () => (/* binding */ typeProblem)
/* harmony export */ });
/* harmony import */ var _lenient_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9201);
// Value data types: what the server accepts for each, and what it stores (behaviour.md, section 8).

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
/** Exact and case-sensitive, as on the server. */
function isVdt(text) {
    return VDTS.includes(text);
}
const ANY_TEXT = { expected: 'a text', fits: () => true };
const DECIMAL = {
    expected: 'a number such as 1, 1.5, 1e5 or NaN',
    fits: (text) => JAVA_DECIMAL.test(javaTrim(text)),
    stored: (text) => (text.startsWith('.') ? `0${text}` : text),
};
/** Whether a file of that path exists is for those to say who know the files. */
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
    Map: jsonOf({ expected: 'a JSON object', blank: '{}', is: (node) => node instanceof Map }),
    List: jsonOf({ expected: 'a JSON array', blank: '[]', is: Array.isArray }),
    FileRef: FILE_PATH,
    FileEmbed: FILE_PATH,
};
/** What the server would expect instead, or `undefined` where it accepts the text. Never quotes it. */
function valueProblem(vdt, text) {
    if (text === null)
        return undefined;
    return text.includes('\0') ? 'a text without NUL characters' : typeProblem(vdt, text);
}
/** The same for the type alone: the server checks it first, and NUL when it stores. */
function typeProblem(vdt, text) {
    const rule = RULES[vdt];
    return rule.fits(text) ? undefined : rule.expected;
}
/** What the server stores for a text that it accepts. */
function storedText(vdt, text) {
    return text === null ? null : (RULES[vdt].stored?.(text) ?? text);
}
/** Java's `trim`: everything up to U+0020 counts as blank, and nothing else. */
function javaTrim(text) {
    let start = 0;
    let end = text.length;
    while (start < end && text.charCodeAt(start) <= 0x20)
        start++;
    while (end > start && text.charCodeAt(end - 1) <= 0x20)
        end--;
    return text.slice(start, end);
}
/** Texts that Java's `Double.parseDouble` reads. */
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
            // Longer than any number in range: not worth a BigInt of a million digits.
            if (digits === undefined || digits.length > 19)
                return false;
            return BigInt(digits) <= (text.startsWith('-') ? limit : limit - 1n);
        },
    };
}
/** The digits without sign and leading zeros, digits of other scripts as `0` to `9`, as Java reads them. */
function asciiDigits(text) {
    const unsigned = text.replace(/^[+-]/, '');
    if (!/^\p{Nd}+$/u.test(unsigned) || /[\ud800-\udfff]/.test(unsigned))
        return undefined;
    const ascii = unsigned.replace(/[^0-9]/g, (character) => String(digitValue(character.charCodeAt(0))));
    return ascii.replace(/^0+(?=.)/, '');
}
/** Digits of a script stand in runs of ten: the value is how many stand before this one. */
function digitValue(code) {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCharCode(code - value - 1)))
        value++;
    return value % 10;
}
function isNotTruncatedJson(text) {
    const result = (0,_lenient_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseLenientJson */ .Ri)(text);
    return !('failure' in result) || result.failure !== 'truncated';
}
function jsonOf(options) {
    return {
        expected: options.expected,
        fits: (text) => {
            if (javaTrim(text) === '')
                return true;
            const result = (0,_lenient_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseLenientJson */ .Ri)(text);
            return 'value' in result && options.is(result.value);
        },
        stored: (text) => (javaTrim(text) === '' ? options.blank : text),
    };
}


/***/ })

};
