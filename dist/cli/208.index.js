export const id = 208;
export const ids = [208];
export const modules = {

/***/ 6347:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  N: () => (/* binding */ connect)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
;// CONCATENATED MODULE: ./lib/remote/certificates.js
// [edge] The certificates that options name: read from their files, and tried before anything is sent.




/** All authorities of an operating system fit many times. */
const MAX_BYTES = 10 * 1024 * 1024;
/** Rejects with a {@link CommandError} for what cannot be read or does not belong together; nothing of a file is shown. */
async function readCertificates({ caFile, clientCert, clientKey = clientCert, clientKeyPassphrase }, cwd) {
    const read = (option, path) => readPem({ option, path, cwd });
    const certificates = {
        ...(caFile !== undefined && { ca: read('ca-file', caFile) }),
        ...(clientCert !== undefined && { cert: read('client-cert', clientCert) }),
        ...(clientKey !== undefined && { key: read('client-key', clientKey) }),
        ...(clientKeyPassphrase !== undefined && { passphrase: clientKeyPassphrase }),
    };
    if (clientCert !== undefined)
        await tryOut(certificates);
    return certificates;
}
function readPem({ option, path, cwd }) {
    const kind = option === 'client-key' ? 'PRIVATE KEY' : 'CERTIFICATE';
    const text = readRegular(option, (0,external_node_path_.resolve)(cwd, path));
    if (new RegExp(`^-----BEGIN [A-Z ]*${kind}-----`, 'm').test(text))
        return text;
    throw new errors/* CommandError */.Q({
        code: 'bad-certificate',
        message: `The file of \`${option}\` holds no ${kind.toLowerCase()} in PEM form.`,
        hint: `It must have a line -----BEGIN ${kind}-----. What is in DER form is converted with \`openssl\`.`,
    });
}
function readRegular(option, path) {
    const { isRegular, size } = statOf(path);
    if (isRegular && size <= MAX_BYTES) {
        try {
            return (0,external_node_fs_.readFileSync)(path, 'utf8');
        }
        catch {
            // Said below.
        }
    }
    throw new errors/* CommandError */.Q({
        code: 'bad-certificate',
        // Somebody may have given what stands in the file.
        message: `The file of \`${option}\` cannot be read${(0,secrets/* looksSecret */.n0)(path) ? '' : `: ${path}`}.`,
        hint: 'Relative paths start at the working directory; it must be a file of at most 10 MiB that this user may read.',
    });
}
function statOf(path) {
    const stat = (0,external_node_fs_.statSync)(path, { throwIfNoEntry: false });
    return { isRegular: stat?.isFile() ?? false, size: stat?.size ?? 0 };
}
async function tryOut(certificates) {
    const { createSecureContext } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 1692, 19));
    try {
        createSecureContext({ ...certificates });
    }
    catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
        const isLocked = /PASSPHRASE|BAD_DECRYPT|INTERRUPTED/.test(code);
        throw new errors/* CommandError */.Q({
            code: 'bad-certificate',
            message: isLocked
                ? `The client key cannot be opened with the passphrase that is given (${code}).`
                : `The client certificate and its key cannot be used together (${code}).`,
            hint: isLocked
                ? 'Set CONFIGHUB_CLIENT_KEY_PASSPHRASE.'
                : 'Check that `client-key` is the key of `client-cert`.',
        });
    }
}

;// CONCATENATED MODULE: ./lib/remote/exchange.js
/** The server puts its reasons, up to whole entries, in a header. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Bytes a second below which nobody waits for the rest: 80 kbit/s is less than any network that carries exports. */
const SLOWEST = 10_000;
/** A kept connection that the server had closed meanwhile. */
class StaleConnection extends Error {
}
/** Rejects with an error that has a `code`; network-error.ts has the words for each. */
function exchange(request, route) {
    return new Promise((resolve, reject) => {
        let received = 0;
        const giveUp = (code) => {
            // Destroying alone says nothing while the connection is still being made.
            reject(failure(code));
            outgoing.destroy();
        };
        const collecting = { maxBytes: request.maxBytes, giveUp, onBytes: (count) => (received = count) };
        const outgoing = route.send(optionsOf(request, route), (answer) => collect(answer, collecting).then(resolve, reject));
        const stopWatching = watch({
            patience: () => patience(request, received),
            onLate: () => giveUp(received === 0 ? 'TIMEOUT' : 'TOO_SLOW'),
        });
        const onAbort = () => giveUp('LEFT');
        request.signal?.addEventListener('abort', onAbort);
        outgoing.on('close', () => {
            stopWatching();
            request.signal?.removeEventListener('abort', onAbort);
        });
        outgoing.on('timeout', () => giveUp('TIMEOUT'));
        outgoing.on('error', (error) => {
            stopWatching();
            const isStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
            reject(isStale ? new StaleConnection('closed', { cause: error }) : error);
        });
        outgoing.end(request.body);
    });
}
function optionsOf({ method, headers, body = '', timeout }, route) {
    const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    const own = {
        Accept: 'application/json',
        // A compressed answer could be a thousand times as long as what is counted here.
        'Accept-Encoding': 'identity',
    };
    return {
        ...route.options,
        method,
        headers: { ...own, ...headers, ...length, ...route.headers },
        maxHeaderSize: MAX_HEADER_BYTES,
        timeout,
    };
}
/** Milliseconds for a whole answer. The announcement of an apply counts on it that nobody waits longer for a push. */
function patience({ method, timeout }, received) {
    return method === 'POST' ? timeout : 2 * timeout + (received / SLOWEST) * 1000;
}
/** A server that sends a byte now and then is never silent: its deadline moves with its bytes. */
function watch({ patience, onLate }) {
    const begun = performance.now();
    let timer;
    const look = () => {
        const left = begun + patience() - performance.now();
        if (left <= 0)
            onLate();
        else
            timer = setTimeout(look, left);
    };
    look();
    return () => clearTimeout(timer);
}
function collect(answer, { maxBytes, giveUp, onBytes }) {
    const { statusCode: status = 0, headers } = answer;
    return new Promise((resolve, reject) => {
        const announced = Number(headers['content-length'] ?? 0);
        if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
            giveUp('ENCODED');
        if (announced > maxBytes)
            giveUp('TOO_BIG');
        const body = new Body(Math.min(announced, maxBytes));
        answer.on('data', (chunk) => {
            const size = body.size + chunk.length;
            onBytes(size);
            if (size > maxBytes)
                giveUp('TOO_BIG');
            else
                body.add(chunk);
        });
        answer.on('end', () => resolve({ status, headers, body: body.whole() }));
        answer.on('aborted', () => reject(failure('TRUNCATED')));
        answer.on('error', reject);
    });
}
/** What arrives, put together as it comes as far as its length was announced: a second copy costs memory and time. */
class Body {
    size = 0;
    #begun;
    #rest = [];
    constructor(announced) {
        this.#begun = Buffer.allocUnsafe(announced);
    }
    add(chunk) {
        const copied = chunk.copy(this.#begun, this.size);
        if (copied < chunk.length)
            this.#rest.push(chunk.subarray(copied));
        this.size += chunk.length;
    }
    whole() {
        const begun = this.#begun.subarray(0, this.size);
        return this.#rest.length === 0 ? begun : Buffer.concat([begun, ...this.#rest]);
    }
}
function failure(code) {
    return Object.assign(new Error(code), { code });
}

;// CONCATENATED MODULE: ./lib/remote/network-error.js
// What went wrong below HTTP, each as one sentence with advice.

const NO_SERVER = 'Check that `url` names a configuration repository server.';
const RESTARTED = 'Try again; a proxy or the server may have restarted.';
const SET_CA = 'Name the authority with --ca-file (input `ca-file`) or in NODE_EXTRA_CA_CERTS; verification has no off switch.';
const UNREACHABLE = ['cannot be reached', 'Check the network, a VPN, or the host in `url`.'];
/** By code of Node, or of exchange.ts. */
const NETWORK = {
    ECONNREFUSED: ['refused the connection', 'Is the server running, and are host and port right?'],
    ENOTFOUND: ['is not known by that name', 'Check the host in `url`.'],
    EAI_AGAIN: ['could not be looked up', 'Check the network and the host in `url`, then try again.'],
    EHOSTUNREACH: UNREACHABLE,
    ENETUNREACH: UNREACHABLE,
    ETIMEDOUT: ['did not answer the connection', 'Check the network and the port in `url`, then try again.'],
    TIMEOUT: ['did not answer in time', 'Try again, or allow more time with --timeout.'],
    LEFT: ['had not answered yet, and was not waited for', 'Try again.'],
    TOO_SLOW: ['answers too slowly to wait for the rest', 'Try again, or allow more time with --timeout.'],
    ECONNRESET: ['closed the connection before it answered', RESTARTED],
    EPIPE: ['closed the connection before it answered', RESTARTED],
    TRUNCATED: ['broke off in the middle of its answer', RESTARTED],
    TOO_BIG: ['sent more than {limit} MiB', NO_SERVER],
    ENCODED: [
        'sent a compressed answer, which was not asked for',
        'A gateway in front of the server must leave `Accept-Encoding: identity` alone.',
    ],
    HPE_HEADER_OVERFLOW: ['sent more headers than can be read', NO_SERVER],
};
/** By pattern of the code; the first that fits. */
const FAMILIES = [
    [
        /ALERT_.*CERT|ALERT_UNKNOWN_CA|ALERT_HANDSHAKE_FAILURE/,
        'broke off the TLS handshake, as a server does that wants a client certificate which it knows',
        'Give one with --client-cert and --client-key (inputs `client-cert`, `client-key`).',
    ],
    [
        /WRONG_VERSION_NUMBER|PACKET_LENGTH|^HPE_|EPROTO/,
        'does not speak HTTP as expected',
        'Check the port, and http or https, in `url`.',
    ],
    [/CERT|TLS|SSL|SELF_SIGNED|ISSUER|ALTNAME|VERIFY/, 'has a certificate that cannot be verified', SET_CA],
];
const OTHER = ['cannot be asked', 'Check `url` and the network.'];
/** What happens before there is a connection: with a proxy, it is the proxy that it happens to. */
const CONNECTING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
/** Nothing of the request was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'PROXY'];
function networkError(error, request) {
    if (error instanceof errors/* CommandError */.Q)
        return error;
    const { code, status } = causeOf(error);
    const isOfPush = request.method === 'POST' && !UNSENT.includes(code);
    const isLate = code === 'TIMEOUT' || code === 'TOO_SLOW' || code === 'LEFT';
    return new errors/* CommandError */.Q({
        code: isOfPush ? (isLate ? 'push-timeout' : 'push-unknown') : 'server-unreachable',
        ...(status === undefined ? describe(code, request) : describeProxy(status, request)),
        cause: error,
    });
}
function causeOf(error) {
    if (!(error instanceof Error))
        return { code: '' };
    const [, status] = /^Bad response: (\d+)$/.exec(error.message) ?? [];
    if (status !== undefined)
        return { code: 'PROXY', status };
    if (error.message === 'Proxy timeout')
        return { code: 'TIMEOUT' };
    const code = 'code' in error ? String(error.code) : '';
    // What the other side said in a TLS alert stands in the message only.
    const [alert = code] = (code === 'EPROTO' && /alert (?:[a-z]+ ?)+/.exec(error.message)) || [];
    return { code: alert.trim().replaceAll(' ', '_').toUpperCase() };
}
function describe(code, { url, proxy, maxBytes }) {
    const family = FAMILIES.find(([pattern]) => pattern.test(code));
    const [what, hint] = NETWORK[code] ?? (family === undefined ? OTHER : [family[1], family[2]]);
    const shown = code === '' ? 'no code' : code;
    if (proxy !== undefined && CONNECTING.includes(code))
        return { message: `The proxy ${proxy} ${what} (${shown}).`, hint: CHECK_PROXY };
    const by = proxy === undefined ? '' : ` through the proxy ${proxy}`;
    const said = what.replace('{limit}', String(Math.ceil(maxBytes / 1024 / 1024)));
    return { message: `${url.origin}${by} ${said} (${shown}).`, hint };
}
const CHECK_PROXY = 'Check HTTPS_PROXY (HTTP_PROXY for http), or name the host of the server in NO_PROXY if it needs no proxy.';
function describeProxy(status, { url, proxy }) {
    if (status === '407') {
        const hint = 'Write it into HTTPS_PROXY, from a secret: http://<user>:<password>@<host>:<port>.';
        return { message: `The proxy ${proxy} wants a login, or another one.`, hint };
    }
    return {
        message: `The proxy ${proxy} does not connect to ${url.host}: status ${status}.`,
        hint: CHECK_PROXY,
    };
}

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(3136);
;// CONCATENATED MODULE: ./lib/remote/routes.js
// [edge] The ways to a server: straight or through a proxy, on a connection that is kept or on one of its own.


/** Said to every connection, so that no variable of the environment says otherwise. */
const VERIFIED = { rejectUnauthorized: true };
class Routes {
    #transport;
    #closing = new AbortController();
    #agents = new Map();
    constructor(transport) {
        this.#transport = transport;
    }
    proxyOf(url) {
        return this.#transport.proxyOf?.(url);
    }
    async to(url, connection) {
        const proxy = this.proxyOf(url);
        if (proxy === undefined)
            return this.#straight(url, connection);
        return url.protocol === 'https:'
            ? this.#tunnel({ url, proxy }, connection)
            : this.#asked({ url, proxy }, connection);
    }
    close() {
        this.#closing.abort();
        for (const agent of this.#agents.values())
            agent.destroy();
    }
    async #straight(url, connection) {
        const protocol = await protocolOf(url);
        const options = {
            ...(0,external_node_url_.urlToHttpOptions)(url),
            ...this.#tls(),
            agent: this.#agent(protocol, connection),
        };
        return { send: protocol.request, options, headers: {} };
    }
    /** `CONNECT`, and TLS with the server behind it: the proxy sees neither token nor answer. */
    async #tunnel({ url, proxy }, connection) {
        // An agent of node:https with nothing beneath it: limits, time and TLS stay those of every other request.
        const { HttpsProxyAgent } = await __webpack_require__.e(/* import() */ 611).then(__webpack_require__.bind(__webpack_require__, 9611));
        // Ends with the command, whatever the proxy sends meanwhile.
        const proxyRequestOptions = { ...VERIFIED, signal: this.#closing.signal };
        const make = (keepAlive) => new HttpsProxyAgent({ keepAlive, proxy, proxyRequestOptions });
        const agent = connection === 'kept' ? this.#kept('tunnel', () => make(true)) : make(false);
        const { request: send } = await protocolOf(url);
        return { send, options: { ...(0,external_node_url_.urlToHttpOptions)(url), ...this.#tls(), agent }, headers: {} };
    }
    /** The proxy is sent the request itself, with the whole address. */
    async #asked({ url, proxy }, connection) {
        const { hostname, port } = (0,external_node_url_.urlToHttpOptions)(proxy);
        const protocol = await protocolOf(proxy);
        const agent = this.#agent(protocol, connection);
        return {
            send: protocol.request,
            options: { ...VERIFIED, hostname, port, path: url.href, agent },
            headers: { Host: url.host, ...proxyLogin(proxy) },
        };
    }
    #tls() {
        return { ...this.#transport.certificates, ...VERIFIED };
    }
    #agent({ name, Agent: Kind }, connection) {
        if (connection === 'own')
            return false;
        return this.#kept(name, () => new Kind({ keepAlive: true }));
    }
    #kept(name, make) {
        const agent = this.#agents.get(name) ?? make();
        this.#agents.set(name, agent);
        return agent;
    }
}
/** TLS is loaded where it is spoken. */
async function protocolOf({ protocol: name }) {
    const { request, Agent: Kind } = name === 'https:' ? await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 4708, 19)) : { request: external_node_http_.request, Agent: external_node_http_.Agent };
    return { name, request, Agent: Kind };
}
function proxyLogin(proxy) {
    const login = loginOf(proxy);
    return login === undefined ? {} : { 'Proxy-Authorization': `Basic ${login}` };
}
/** As it travels; `undefined`: the proxy wants none. */
function loginOf({ username, password }) {
    if (username === '' && password === '')
        return undefined;
    return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
}

;// CONCATENATED MODULE: ./lib/remote/http.js
// HTTP requests to the server: which connection one takes, and how its failure is told.



/** Keeps connections open between the reads of one command; `close` lets the process end. */
class Http {
    #routes;
    constructor(transport = {}) {
        this.#routes = new Routes(transport);
    }
    /** Redirects are not followed: a token never travels to an address that nobody configured. */
    async send(request) {
        const url = new URL(request.url);
        const over = async (connection) => exchange(request, await this.#routes.to(url, connection));
        try {
            // A push gets a connection of its own: one that the server closes just then would leave its outcome unknown.
            if (request.method === 'POST')
                return await over('own');
            return await over('kept').catch((error) => {
                // Asking once more on a new connection is no retry.
                if (!(error instanceof StaleConnection))
                    throw error;
                return over('own');
            });
        }
        catch (error) {
            throw networkError(error, { ...request, url, proxy: this.#routes.proxyOf(url)?.host });
        }
    }
    close() {
        this.#routes.close();
    }
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
;// CONCATENATED MODULE: ./lib/remote/proxy.js
// [edge] Which proxy the environment names for an address, as curl and Go read it; node:net knows ranges of addresses.


/** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, the lower case first. A loopback address is never asked through a proxy. */
function proxyFor(url, env) {
    const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    const text = variable(name, env);
    if (text === '' || isLoopback(url.hostname) || isExcluded(url, variable('NO_PROXY', env)))
        return undefined;
    return readProxy(name, text);
}
function isLoopback(hostname) {
    const host = bare(hostname);
    if ((0,external_node_net_.isIP)(host) === 0)
        return /^(?:.+\.)?localhost$/.test(host);
    return LOOPBACK.check(host, (0,external_node_net_.isIP)(host) === 6 ? 'ipv6' : 'ipv4');
}
const LOOPBACK = new external_node_net_.BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
function variable(name, env) {
    return (env[name.toLowerCase()] || env[name] || '').trim();
}
/** The value is never shown: it holds a login. */
function readProxy(name, text) {
    const problem = (message, hint) => new errors/* CommandError */.Q({ code: 'bad-proxy', message, hint });
    const form = 'Write it as http://<host>:<port> or http://<user>:<password>@<host>:<port>.';
    const address = text.includes('://') ? text : `http://${text}`;
    if (!URL.canParse(address))
        throw problem(`${name} is no address of a proxy.`, form);
    const proxy = new URL(address);
    if (!/^https?:$/.test(proxy.protocol))
        throw problem(`${name} names a proxy that is neither http nor https.`, form);
    if (!isDecodable(proxy.username + proxy.password))
        throw problem(`The login in ${name} has a % that escapes nothing.`, 'Write %25 for a percent sign.');
    return proxy;
}
function isDecodable(text) {
    try {
        decodeURIComponent(text);
        return true;
    }
    catch {
        return false;
    }
}
/** `*`, `host` with what is below it, `.suffix`, `*.suffix`, an address, a range (`10.0.0.0/8`); with `:port` or for all. */
function isExcluded(url, list) {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return list
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((entry) => entry !== '')
        .some((entry) => {
        const [, host = entry, ownPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
        return (ownPort === undefined || ownPort === port) && isNamed(bare(url.hostname), bare(host));
    });
}
function isNamed(host, entry) {
    if (entry === '*')
        return true;
    if ((0,external_node_net_.isIP)(host) !== 0)
        return isInRange(host, entry);
    if (/^\*?\./.test(entry))
        return host.endsWith(entry.replace(/^\*/, ''));
    return host === entry || host.endsWith(`.${entry}`);
}
function isInRange(host, entry) {
    const [address = '', bits] = entry.split('/');
    const family = (0,external_node_net_.isIP)(address);
    if (family === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
        return false;
    const longest = family === 6 ? 128 : 32;
    const range = new external_node_net_.BlockList();
    const kind = family === 6 ? 'ipv6' : 'ipv4';
    range.addSubnet(address, Math.min(Number(bits ?? longest), longest), kind);
    return range.check(host, (0,external_node_net_.isIP)(host) === 6 ? 'ipv6' : 'ipv4');
}
/** Without brackets, and without the dot that ends a full name. */
function bare(host) {
    return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

;// CONCATENATED MODULE: ./lib/remote/refuse-insecure.js
// What is never done on the way to the server: certificates that nobody verifies, and tokens in the clear.


/** Throws before anything is sent. */
function refuseInsecure({ url, token, insecureHttp }, env) {
    // It would be overruled for this server, but not for Git and the API of the forge.
    if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
        throw new errors/* CommandError */.Q({
            code: 'unverified-tls',
            message: 'NODE_TLS_REJECT_UNAUTHORIZED=0 would take any certificate for the right one.',
            hint: 'Unset it, and name the authority of your server with --ca-file (input `ca-file`).',
        });
    }
    const { protocol, hostname, origin } = new URL(url);
    if (protocol === 'https:' || token === undefined || insecureHttp || isLoopback(hostname))
        return;
    throw new errors/* CommandError */.Q({
        code: 'insecure-http',
        message: `The token would travel to ${origin} in the clear: plain http hides it from nobody.`,
        hint: 'Write https into `url`. If you trust every machine between, say --insecure-http (input `insecure-http: true`).',
    });
}

;// CONCATENATED MODULE: ./lib/commands/connect.js





/** Rejects before anything is sent where the way is not safe. Whoever connects closes `http`. */
async function connect(url, { timeout, token, transport }, world) {
    const { cwd, env, onSecret } = world;
    refuseInsecure({ url, token, ...transport }, env);
    const proxy = proxyFor(new URL(url), env);
    for (const secret of [...proxySecrets(proxy), transport.clientKeyPassphrase])
        if (secret)
            onSecret(secret);
    const http = new Http({
        certificates: await readCertificates(transport, cwd),
        proxyOf: (address) => proxyFor(address, env),
    });
    return { http, url, timeout, ...(token !== undefined && { token }) };
}
/** In each form in which it stands or travels. */
function proxySecrets(proxy) {
    const login = proxy && loginOf(proxy);
    if (proxy === undefined || login === undefined)
        return [];
    return [proxy.password, decodeURIComponent(proxy.password), login];
}


/***/ }),

/***/ 4790:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LM: () => (/* binding */ ReadRefused),
/* harmony export */   RW: () => (/* binding */ ReadCrashed),
/* harmony export */   Vh: () => (/* binding */ readJson),
/* harmony export */   XK: () => (/* binding */ notTheApi),
/* harmony export */   _6: () => (/* binding */ isHtml),
/* harmony export */   uI: () => (/* binding */ unexpectedStatus)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _model_json_size_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(601);
/* harmony import */ var _reason_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8547);
/* harmony import */ var _refusals_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9341);
/* harmony import */ var _wire_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4009);
// What an answer of the server means: JSON as expected, or one sentence that says what is wrong with it.





/** Far above what a value may hold (512), far below what a function that calls itself survives. */
const MAX_DEPTH = 1000;
const EXCESSES = {
    depth: `JSON that is nested deeper than ${MAX_DEPTH}`,
    items: `JSON of more than ${_model_json_size_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_ITEMS */ ._ / 1_000_000} million items`,
};
/** The server's own refusal of a read: 406 or 417 with a reason in the `ETag` (behaviour.md, section 1). */
class ReadRefused extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q {
}
/** The server fails over a read: something in what it holds cannot be shown (behaviour.md, sections 8 and 11). */
class ReadCrashed extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q {
}
/** The JSON of a read, given to `read`. Throws a {@link CommandError} for everything else. */
function readJson(answer, what) {
    checkAnswer(answer, what.url);
    const text = answer.body.toString('utf8');
    const excess = (0,_model_json_size_js__WEBPACK_IMPORTED_MODULE_1__/* .excessOf */ .F)(answer.body, { depth: MAX_DEPTH });
    if (excess !== undefined)
        throw notTheApi(what.url, `answers with ${EXCESSES[excess]}`);
    let json;
    try {
        json = JSON.parse(text);
    }
    catch (cause) {
        throw notTheApi(what.url, 'answers with something that is no JSON', cause);
    }
    try {
        return what.read(json, text);
    }
    catch (cause) {
        if (!(cause instanceof _wire_js__WEBPACK_IMPORTED_MODULE_4__/* .ShapeError */ .ym))
            throw cause;
        throw notTheApi(what.url, `answers with JSON of another shape (${cause.message})`, cause);
    }
}
function checkAnswer({ status, headers, body }, url) {
    if (status === 406 || status === 417)
        throw refused(headers.etag, url);
    if (status === 200 && isHtml(headers))
        throw notTheApi(url, 'answers with a web page');
    if (status === 200)
        return;
    const error = unexpectedStatus({ status, headers, body }, url);
    if (status !== 500)
        throw error;
    throw new ReadCrashed({ code: error.code, message: error.message, hint: error.hint });
}
/** Every status that neither a read nor a push expects. */
function unexpectedStatus({ status, headers }, url) {
    const page = isHtml(headers) ? ' and a web page' : '';
    if (status >= 300 && status < 400 && headers.location !== undefined) {
        const origin = originOf(String(headers.location), url);
        const hint = `Redirects are not followed. If ${origin} is the right server, write it into \`url\`.`;
        return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({ code: 'redirect', message: `${url} redirects to ${origin}.`, hint });
    }
    const [, , hint] = STATUSES.find(([from, to]) => status >= from && status <= to) ?? [0, 0, OTHER_STATUS];
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({
        code: 'http-status',
        message: `${url} answers with status ${status}${page}.`,
        hint,
    });
}
const OTHER_STATUS = 'Check that `url` names a configuration repository server.';
const STATUSES = [
    [401, 401, 'A gateway in front of the server wants a login of its own.'],
    [403, 403, 'A gateway or firewall in front of the server forbids it.'],
    [404, 404, 'Check the base path in `url`: there is no such page.'],
    [407, 407, 'A proxy wants a login: write it into HTTP_PROXY (HTTPS_PROXY for https), from a secret.'],
    [413, 413, 'A gateway in front of the server does not take so large a request.'],
    [429, 429, 'Too many requests: wait, then try again.'],
    [500, 500, 'The server failed: see its log.'],
    [502, 504, 'The server behind the gateway is down or too slow: try again later.'],
];
function notTheApi(url, what, cause) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({
        code: 'not-the-api',
        message: `${url} ${what}.`,
        hint: 'Check the address and its base path in `url`: it must name a configuration repository server.',
        cause,
    });
}
function isHtml(headers) {
    return /^text\/html\b/i.test(String(headers['content-type'] ?? ''));
}
function refused(etag, url) {
    const { code = _refusals_js__WEBPACK_IMPORTED_MODULE_3__/* .UNKNOWN_REFUSALS */ .T.read, message, hint } = (0,_reason_js__WEBPACK_IMPORTED_MODULE_2__/* .readReason */ .p)(Array.isArray(etag) ? etag[0] : etag);
    return new ReadRefused({ code, message: `${url} refuses: ${message}`, hint });
}
function originOf(location, base) {
    return URL.canParse(location, base) ? new URL(location, base).origin : 'another address';
}


/***/ }),

/***/ 3034:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  WF: () => (/* binding */ createReader),
  XM: () => (/* binding */ pathOf),
  tf: () => (/* binding */ tokenHeader)
});

// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/remote/answer.js
var remote_answer = __webpack_require__(4790);
// EXTERNAL MODULE: ./lib/model/json-node.js
var json_node = __webpack_require__(6946);
// EXTERNAL MODULE: ./lib/model/lenient-json.js
var lenient_json = __webpack_require__(9201);
// EXTERNAL MODULE: ./lib/model/strict-json.js
var strict_json = __webpack_require__(4159);
// EXTERNAL MODULE: ./lib/model/vdt.js
var vdt = __webpack_require__(2783);
// EXTERNAL MODULE: ./lib/remote/wire.js
var wire = __webpack_require__(4009);
;// CONCATENATED MODULE: ./lib/remote/pull.js
// The answer of a pull: which row answered for each key, and the files as they are rendered (behaviour.md, section 13).





/** `undefined`: an answer that a cache has kept for somebody who asked otherwise, or of another repository. */
function readPull(json, { text, repository, request }) {
    if (!(0,strict_json/* isPlainObject */.Qd)(json))
        throw new wire/* ShapeError */.ym('a pull is not an object');
    const { account, repo, properties, files } = json;
    if (account !== repository.account || repo !== repository.name || !(0,strict_json/* isPlainObject */.Qd)(properties))
        return undefined;
    const natives = nativeTexts(text);
    const values = [];
    for (const [name, property] of Object.entries(properties)) {
        const value = (0,strict_json/* isPlainObject */.Qd)(property) ? answerOf(name, { property, natives }) : undefined;
        if (value === undefined)
            return undefined;
        values.push(value);
    }
    if (request.content === 'values')
        return { values };
    return (0,strict_json/* isPlainObject */.Qd)(files) ? { values, files: filesOf(files) } : undefined;
}
function answerOf(name, { property, natives }) {
    const { type = 'Text', deprecated, comment, encryption, context, val } = property;
    if (!(0,strict_json/* isTexts */.VP)(context))
        return undefined;
    if (typeof type !== 'string' || !(0,vdt/* isVdt */.PB)(type))
        throw new wire/* ShapeError */.ym(`the key ${name} has a type that is not known`);
    return {
        name,
        vdt: type,
        deprecated: deprecated === true,
        ...(typeof comment === 'string' ? { readme: comment } : {}),
        ...(typeof encryption === 'string' ? { securityGroup: encryption } : {}),
        text: typeof val === 'string' || val == null ? (val ?? null) : natives(name, val),
        context: context.join(';'),
    };
}
/**
 * A Map or List comes as JSON: its text is lost, but not what it means. The whole answer is read a second time, by
 * hand, only where the engine has lost the text of a number.
 */
function nativeTexts(text) {
    let properties;
    return (name, val) => {
        if ((0,strict_json/* isFaithful */.M0)(val, 0))
            return JSON.stringify(val);
        properties ??= memberOf(parsed(text), 'properties');
        const node = memberOf(memberOf(properties, name), 'val');
        return node === undefined ? undefined : (0,json_node/* compactJson */.Ar)(node);
    };
}
function parsed(text) {
    const result = (0,lenient_json/* parseLenientJson */.Ri)(text);
    return 'value' in result ? result.value : null;
}
function memberOf(node, name) {
    return (0,json_node/* isJsonObject */.OW)(node) ? node.get(name) : undefined;
}
function filesOf(files) {
    const contents = new Map();
    for (const [path, file] of Object.entries(files)) {
        if (!(0,strict_json/* isPlainObject */.Qd)(file) || typeof file.content !== 'string')
            throw new wire/* ShapeError */.ym('a file of a pull has no content');
        contents.set(path, file.content);
    }
    return contents;
}

// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
;// CONCATENATED MODULE: ./lib/remote/rows.js
// The rows of one context out of the answer of a pull, and nothing else of it: many answers of many keys are read so.




/** `undefined`: an answer that a cache has kept for somebody who asked otherwise, or of another repository. */
function readRows(json, { text, repository, context }) {
    if (!(0,strict_json/* isPlainObject */.Qd)(json))
        throw new wire/* ShapeError */.ym('a pull is not an object');
    const { account, repo, properties } = json;
    if (account !== repository.account || repo !== repository.name || !(0,strict_json/* isPlainObject */.Qd)(properties))
        return undefined;
    const isOwn = sameAs((0,model_context/* elementsOf */.ZE)(context));
    const natives = nativeTexts(text);
    // An element has one spelling, whatever row it stands in.
    let spelled;
    const rows = [];
    for (const key in properties) {
        const property = properties[key];
        const elements = (0,strict_json/* isPlainObject */.Qd)(property) ? property.context : undefined;
        if (!(0,strict_json/* isPlainObject */.Qd)(property) || !(0,strict_json/* isTexts */.VP)(elements))
            return undefined;
        if (!isOwn(elements))
            continue;
        spelled ??= (0,model_context/* contextOf */.Vm)(elements);
        const row = rowOf(property, { key, context: spelled, natives });
        if (row === undefined)
            return undefined;
        rows.push(row);
    }
    return rows;
}
function rowOf({ type = 'Text', val = null, encryption }, { key, context, natives }) {
    const isParsed = typeof val !== 'string' && val !== null;
    // Numbers as they are written: 1.50 is another text than 1.5.
    const text = isParsed ? natives(key, val) : val;
    if (text === undefined)
        return undefined;
    const securityGroup = typeof encryption === 'string' ? encryption : undefined;
    return { key, context, vdt: type, text, isParsed, securityGroup };
}
/** Contexts are compared without case; in most answers they are spelled alike. */
function sameAs(elements) {
    const lower = elements.map((element) => element.toLowerCase());
    return (context) => {
        if (context.length !== elements.length)
            return false;
        for (let level = 0; level < elements.length; level++) {
            const element = context[level];
            if (element !== elements[level] && element?.toLowerCase() !== lower[level])
                return false;
        }
        return true;
    };
}

;// CONCATENATED MODULE: ./lib/remote/client.js





const MIB = 1024 * 1024;
/** The longest answer of each kind: many times what was ever measured, and less than one text of Node can hold. */
const MAX_BYTES = {
    repositories: 64 * MIB,
    detail: 64 * MIB,
    exportState: 256 * MIB,
    exportKeys: 256 * MIB,
    keyData: 16 * MIB,
    pull: 256 * MIB,
    rows: 256 * MIB,
};
function createReader(connection) {
    const get = async ({ kind, path, headers = {}, read }) => {
        const url = `${connection.url}${path}`;
        const { timeout } = connection;
        const answer = await connection.http.send({
            method: 'GET',
            url,
            headers,
            timeout,
            maxBytes: MAX_BYTES[kind],
        });
        return (0,remote_answer/* readJson */.Vh)(answer, { url, read });
    };
    const token = tokenHeader(connection);
    const inUrl = (repository) => connection.token === undefined ? `/${pathOf(repository)}` : '';
    return {
        repositories: () => get({ kind: 'repositories', path: '/rest/info/all', read: wire/* readRepositories */.NU }),
        detail: (repository) => get({
            kind: 'detail',
            path: `/rest/info${inUrl(repository)}`,
            headers: { ...token, 'Context-Elements': 'true', Files: 'true' },
            read: wire/* readDetail */.on,
        }),
        // The export has no token form; sending one would only show it to more machines.
        exportState: (repository) => get({ kind: 'exportState', path: `/rest/export/${pathOf(repository)}`, read: wire/* readExport */.Jb }),
        exportKeys: (repository) => get({
            kind: 'exportKeys',
            path: `/rest/export/${pathOf(repository)}`,
            headers: { 'Omit-Values': 'true' },
            read: wire/* readExport */.Jb,
        }),
        keyData: (repository, name) => get({
            kind: 'keyData',
            path: `/rest/keyData${inUrl(repository)}`,
            headers: { ...token, KeyName: name },
            read: (json) => ofThisKey((0,wire/* readKeyData */.Sq)(json), name),
        }),
        pull: (repository, request) => get({
            kind: 'pull',
            path: `/rest/pull${inUrl(repository)}`,
            headers: { ...token, ...pullHeaders(request) },
            read: (json, text) => readPull(json, { text, repository, request }),
        }),
        rows: (repository, { asked, context }) => get({
            kind: 'rows',
            path: `/rest/pull${inUrl(repository)}`,
            headers: { ...token, Context: asked, 'Include-Value-Context': 'true', 'No-Files': 'true' },
            read: (json, text) => readRows(json, { text, repository, context }),
        }),
    };
}
function pullHeaders({ context, content }) {
    return {
        Context: context,
        'Include-Value-Context': 'true',
        'Include-Comments': 'true',
        ...(content === 'values' ? { 'No-Files': 'true' } : {}),
    };
}
function ofThisKey(key, name) {
    if (key === undefined || (0,state/* keyId */.xs)(key.name) === (0,state/* keyId */.xs)(name))
        return key;
    throw new wire/* ShapeError */.ym('it describes another key');
}
function tokenHeader({ token }) {
    return token === undefined ? {} : { 'Client-Token': token };
}
function pathOf({ account, name }) {
    return `${encodeURIComponent(account)}/${encodeURIComponent(name)}`;
}


/***/ }),

/***/ 8547:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  V: () => (/* binding */ isQuotedAs),
  p: () => (/* binding */ readReason)
});

;// CONCATENATED MODULE: ./lib/remote/header-forms.js
// How a text comes back in a header, which has one byte for each character (behaviour.md, section 5.3).
/**
 * As the server writes it, Latin-1 with a blank for everything above; and as its UTF-8 bytes, which is how a server
 * behind something else may write it. Both read as Latin-1, as Node does.
 */
function headerForms(text) {
    return [text.replace(/[\u007f\u0100-\uffff]/g, ' '), Buffer.from(text, 'utf8').toString('latin1')];
}

;// CONCATENATED MODULE: ./lib/remote/quoted-entry.js
// The entry that a reason quotes: what it names, also where its JSON is escaped once more or cut off.
/** @param text begins at the `{` of the entry, and goes to the end of the reason */
function readEntry(text) {
    const json = /^\{\s*\\+"/.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;
    const { key, file, context, value, levels } = parsed(whole(json));
    return {
        ...(typeof key === 'string' && { key }),
        ...(typeof file === 'string' && { file }),
        ...(typeof context === 'string' ? { context } : contextOf(levels)),
        ...((typeof value === 'string' || value === null) && { value }),
    };
}
/** A whole text, or all that is left of one that is cut off; or a mark. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],]/gs;
/**
 * The object without what follows it. Of one that is cut off, the members that are whole: of the last one nobody
 * can say, because the quote that ends the header may look like its own.
 */
function whole(json) {
    let depth = 0;
    let end = 1;
    for (const { 0: token, index } of json.matchAll(TOKEN)) {
        if (token === '{' || token === '[')
            depth++;
        else if (token === '}' || token === ']')
            depth--;
        else if (token === ',' && depth === 1)
            end = index;
        if (depth === 0)
            return json.slice(0, index + 1);
    }
    return `${json.slice(0, end)}}`;
}
function parsed(json) {
    try {
        const entry = JSON.parse(json);
        return entry !== null && typeof entry === 'object' ? { ...entry } : {};
    }
    catch {
        return {};
    }
}
/** An access rule names no context but its elements, broad first, and none for `*` (behaviour.md, section 5.1). */
function contextOf(levels) {
    if (!Array.isArray(levels) || levels.length === 0)
        return {};
    const elements = levels.map((level) => {
        const name = level !== null && typeof level === 'object' && 'n' in level ? level.n : '*';
        return typeof name === 'string' ? name : '*';
    });
    return { context: elements.join(';') };
}

// EXTERNAL MODULE: ./lib/remote/refusals.js
var refusals = __webpack_require__(9341);
;// CONCATENATED MODULE: ./lib/remote/reason.js
// Why the server refused: its reason, read from the `ETag`, without the values that it quotes.



/** Longer than any sentence; behind it there is nothing but the entry. */
const SENTENCE_END = 400;
/**
 * Reads an `ETag` as the server writes it, `"<sentence>; {entry}"` with its inner quotes not escaped, and as it may
 * arrive by way of others: weak, escaped, without quotes, cut off.
 */
function readReason(etag) {
    if (etag === undefined || etag.trim() === '')
        return { message: 'The server gave no reason.' };
    const text = etag.replace(/^\s*(?:W\/)?["'\\\s]*/, '');
    const entry = entryOf(text);
    // Only sentences of the closed list are shown: any other could hold a value.
    const known = refusals/* REFUSALS */.a.find(({ sentence }) => beginsWith(text, sentence));
    if (known === undefined)
        return { message: 'The server gave a reason that is not known.', ...entry };
    const { code, sentence, hint, isPassing } = known;
    return { code, message: sentence, hint, ...(isPassing && { isPassing }), ...entry };
}
/** Whether a sentence stands there whole: blanks may be doubled, and only the entry or quotes may follow. */
function beginsWith(text, sentence) {
    const head = text.slice(0, SENTENCE_END).replace(/\s+/g, ' ');
    return head.startsWith(sentence) && /^ ?(?:$|[;"'\\])/.test(head.slice(sentence.length));
}
function entryOf(text) {
    const start = text.search(/;\s*\{/);
    if (start === -1)
        return {};
    const { value, ...names } = readEntry(text.slice(text.indexOf('{', start)));
    if (value === undefined)
        return names;
    return {
        ...names,
        quotes: (other) => (other === null || value === null ? other === value : isQuotedAs(other, value)),
    };
}
/** Whether a text of ours is what the header spells so. */
function isQuotedAs(text, quoted) {
    return headerForms(text).includes(quoted);
}


/***/ }),

/***/ 9341:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ UNKNOWN_REFUSALS),
/* harmony export */   a: () => (/* binding */ REFUSALS)
/* harmony export */ });
// What the server says when it refuses (behaviour.md, section 5.1): a name for each sentence, and what to do about it.
/** In the order in which the README lists them. */
const REFUSALS = [
    {
        code: 'token-unknown',
        sentence: 'Invalid API token.',
        hint: 'Check CONFIGHUB_TOKEN (input `token`): the server does not know it.',
    },
    {
        code: 'token-expired',
        sentence: 'API token has expired.',
        hint: "Make a new token in the server's pages.",
    },
    {
        code: 'token-inactive',
        sentence: 'API token is not active.',
        hint: "Activate the token in the server's pages, or use another.",
    },
    {
        code: 'push-needs-token',
        sentence: 'This repository does not allow API Push without specifying a token',
        hint: "Give a token (CONFIGHUB_TOKEN, input `token`), or allow token-free access in the repository's settings.",
    },
    {
        code: 'read-needs-token',
        sentence: 'This repository does not allow API Pull without specifying a token',
        hint: "Give a token (CONFIGHUB_TOKEN, input `token`), or allow token-free access in the repository's settings.",
    },
    {
        code: 'access-denied',
        sentence: 'You do not have write access for specified context.',
        hint: "The access rules of the token's team forbid this: have them changed, or use a token of another team.",
    },
    {
        code: 'key-creation-off',
        sentence: 'Property key creation is disabled by default for API Push requests. See documentation for options.',
        hint: 'The key does not exist on the server (any more): plan again.',
    },
    {
        code: 'key-locked',
        sentence: 'Push updates are disabled for specified key.',
        hint: "The key is locked (`push: false`): use a token that may force it, or unlock it in the server's pages.",
    },
    {
        code: 'key-used',
        sentence: 'This key is used in at least one file, and cannot be deleted.',
        hint: 'Take the placeholder out of the file, or keep the key.',
    },
    {
        code: 'key-blank',
        sentence: 'Key cannot be blank.',
        hint: 'Give the key a name.',
    },
    {
        code: 'name-illegal',
        sentence: 'Names may only contain alphanumeric characters or single hyphens, and cannot begin or end with a hyphen.',
        hint: 'The name of a key or of a context element has characters that the server does not take: rename it.',
    },
    {
        code: 'context-missing',
        sentence: 'Value context not specified.',
        hint: 'A value has no context: give it one.',
    },
    {
        code: 'context-shape',
        sentence: 'Context items specified are outside of repository context scope.',
        hint: 'The number of context elements does not fit the repository: write one for each level.',
    },
    {
        code: 'context-shape',
        sentence: 'Invalid type specified.',
        hint: 'A context has more elements than the server takes: write one for each level.',
    },
    {
        code: 'value-type',
        sentence: 'Value specified is not valid format for key specified Value-Data-Type.',
        hint: 'The value does not fit the type of its key: correct the value, or the `vdt`.',
    },
    {
        code: 'group-conflict',
        sentence: 'Group-Member conflict.',
        hint: 'Two context groups that share a member both have a value: keep one.',
    },
    {
        code: 'duplicate-row',
        sentence: 'Another value with the same context exists.',
        hint: 'The server holds this value twice. A push that deletes it takes one of them away; where the repository can be exported, an apply sees it and does so first.',
    },
    {
        code: 'duplicate-row',
        sentence: 'Another file with the same context exists.',
        hint: 'The server holds this file twice: delete the surplus in its pages.',
    },
    {
        code: 'file-path',
        sentence: 'Name cannot be empty.',
        hint: 'A path of a file ends with `/` or is blank: name the file.',
    },
    {
        code: 'file-new-key',
        sentence: 'Required parameters not specified.',
        hint: 'The file names a key that does not exist yet: apply the key first.',
    },
    {
        code: 'file-unknown',
        sentence: 'Specified file is not found.',
        hint: 'A FileRef or FileEmbed value names a file that is not in the repository: correct the path.',
    },
    {
        code: 'file-circle',
        sentence: 'Circular reference found among files referenced by resolved values of keys defined within the files.',
        hint: 'A file embeds itself by way of its keys: break the circle.',
    },
    {
        code: 'security-group-unknown',
        sentence: 'Security profile specified is no longer available.',
        hint: 'There is no security group of that name: correct it, or make the group in the pages of the server.',
    },
    {
        code: 'secret-locked',
        sentence: 'Invalid password specified.',
        hint: 'The password of the security group is wrong, or the item needs a token that carries its group.',
    },
    {
        code: 'secret-unreadable',
        sentence: 'Unable to decrypt specified value with provided password.',
        hint: 'The item is encrypted with another password: a token of its security group is needed.',
    },
    {
        code: 'constraint',
        sentence: 'A relationship to another item exists, preventing this transaction.',
        hint: 'Somebody else may have changed the repository just now: plan again.',
        isPassing: true,
    },
    {
        code: 'server-error',
        sentence: 'We have encountered an error - please try again. If the problem persists please contact support.',
        hint: 'Somebody else may have changed the repository just now: plan again.',
        isPassing: true,
    },
    {
        code: 'push-not-understood',
        sentence: 'Posted data is not in expected JSON format. Consult the API documentation for formatting specifications.',
        hint: 'The server could not read the push; the account or the repository may not exist.',
    },
    {
        code: 'context-not-full',
        sentence: 'Specified context not fully qualified.',
        hint: 'A read names a context with a wildcard: name one element for each level.',
    },
    {
        code: 'tag-unknown',
        sentence: 'Specified repository tag not found.',
        hint: 'A read names a tag that the repository does not have: correct it.',
    },
    {
        code: 'date-format',
        sentence: "Invalid date format. Expected 'ISO 8601' format: 'YYYY-MM-DDTHH:MM:SSZ",
        hint: 'A read names a moment in another form: write it as the server says.',
    },
];
/** Of a push, and of a read, whose reason is none of these, or that gives none. */
const UNKNOWN_REFUSALS = { push: 'push-refused', read: 'read-refused' };


/***/ }),

/***/ 4009:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jb: () => (/* binding */ readExport),
/* harmony export */   NU: () => (/* binding */ readRepositories),
/* harmony export */   Sq: () => (/* binding */ readKeyData),
/* harmony export */   on: () => (/* binding */ readDetail),
/* harmony export */   ym: () => (/* binding */ ShapeError)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6616);
/* harmony import */ var _model_vdt_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2783);
// The server's JSON ⇄ State (interface.md, behaviour.md section 13). Nothing else knows the shape of an answer.



/** An answer that is JSON, but not of the shape that the interface documents. */
class ShapeError extends Error {
}
function readRepositories(json) {
    return list(json, 'a list of repositories').map((item) => {
        const one = object(item, 'a repository');
        return {
            account: text(one, 'account'),
            name: text(one, 'name'),
            description: typeof one.description === 'string' ? one.description : '',
            isPrivate: one.isPrivate === true,
            vdtEnabled: one.vdtEnabled === true,
            securityEnabled: one.securityEnabled !== false,
            keyCount: typeof one.keyCount === 'number' ? one.keyCount : 0,
            valueCount: typeof one.valueCount === 'number' ? one.valueCount : 0,
            levels: texts(one.context, '`context`'),
        };
    });
}
function readDetail(json) {
    const one = object(json, 'the description of a repository');
    const levels = texts(one.context, '`context`');
    const files = listedFiles(one.files);
    const detail = { account: text(one, 'account'), name: text(one, 'repository'), levels, files };
    if (one.contextElements === undefined)
        return detail;
    const byLabel = object(one.contextElements, '`contextElements`');
    const elements = levels.map((level) => {
        const names = texts(Object.hasOwn(byLabel, level) ? byLabel[level] : [], level);
        return new Map(names.map((name) => [name.toLowerCase(), name]));
    });
    return { ...detail, elements };
}
function listedFiles(json) {
    const files = new Map();
    for (const item of json === undefined ? [] : list(json, '`files`')) {
        const file = object(item, 'a file');
        const path = text(file, 'path');
        const { count, ...known } = files.get(path) ?? { count: 0 };
        const group = typeof file.secureGroup === 'string' ? { securityGroup: file.secureGroup } : {};
        files.set(path, { ...known, ...group, count: count + 1 });
    }
    return files;
}
/** `{}` means that there is no such key. */
function readKeyData(json) {
    const one = object(json, 'the data of a key');
    return typeof one.key === 'string' ? keyOf(one) : undefined;
}
/** An export → State. Inactive rows are counted, because a push cannot see them; surplus rows of one context too. */
function readExport(json) {
    const state = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .emptyState */ .p$)();
    for (const item of list(object(json, 'an export').data, '`data`')) {
        const entry = object(item, 'a member of `data`');
        if (typeof entry.key === 'string')
            addKey(state, entry);
        else if (typeof entry.file === 'string')
            addFile(state, entry);
        else
            throw new ShapeError('a member of `data` has neither `key` nor `file`');
    }
    return state;
}
function addKey(state, entry) {
    const key = { ...keyOf(entry), values: new Map() };
    state.keys.set((0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .keyId */ .xs)(key.name), key);
    for (const item of entry.values === undefined ? [] : list(entry.values, '`values`')) {
        const row = object(item, 'a value');
        if (row.active === false) {
            key.inactive = (key.inactive ?? 0) + 1;
            continue;
        }
        const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextIn */ .PO)(text(row, 'context'));
        const id = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextId */ .PF)(context);
        const known = key.values.get(id);
        const value = typeof row.value === 'string' ? row.value : null;
        if (known === undefined)
            key.values.set(id, { context, text: value });
        else {
            known.duplicates = (known.duplicates ?? 0) + 1;
            known.rows = [...(known.rows ?? [known.text]), value];
        }
    }
}
function addFile(state, entry) {
    const path = text(entry, 'file');
    const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_0__/* .contextIn */ .PO)(text(entry, 'context'));
    const known = state.files.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .fileId */ .qp)(path, context));
    if (known !== undefined) {
        known.duplicates = (known.duplicates ?? 0) + 1;
        return;
    }
    const file = { path, context, content: typeof entry.content === 'string' ? entry.content : '' };
    if (typeof entry.securityGroup === 'string')
        file.securityGroup = entry.securityGroup;
    state.files.set((0,_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .fileId */ .qp)(path, context), file);
}
function keyOf(entry) {
    const key = {
        name: text(entry, 'key'),
        deprecated: entry.deprecated === true,
        push: entry.push === true,
    };
    if (typeof entry.vdt === 'string' && (0,_model_vdt_js__WEBPACK_IMPORTED_MODULE_2__/* .isVdt */ .PB)(entry.vdt))
        key.vdt = entry.vdt;
    else
        throw new ShapeError(`the key ${key.name} has a type that is not known`);
    if (typeof entry.readme === 'string')
        key.readme = entry.readme;
    if (typeof entry.securityGroup === 'string')
        key.securityGroup = entry.securityGroup;
    return key;
}
function object(json, what) {
    if (json !== null && typeof json === 'object' && !Array.isArray(json))
        return json;
    throw new ShapeError(`${what} is not an object`);
}
function list(json, what) {
    if (Array.isArray(json))
        return json;
    throw new ShapeError(`${what} is not a list`);
}
function texts(json, what) {
    return list(json, what).map((item) => {
        if (typeof item === 'string')
            return item;
        throw new ShapeError(`${what} holds something else than texts`);
    });
}
function text(json, name) {
    const member = json[name];
    if (typeof member === 'string')
        return member;
    throw new ShapeError(`\`${name}\` is not a text`);
}


/***/ })

};
