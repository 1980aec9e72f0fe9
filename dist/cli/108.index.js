export const id = 108;
export const ids = [108];
export const modules = {

/***/ 8630:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Ng: () => (/* binding */ connect),
  u: () => (/* binding */ connectTarget),
  eH: () => (/* binding */ withServer),
  yY: () => (/* binding */ withTarget)
});

// EXTERNAL MODULE: ./lib/model/targets.js
var targets = __webpack_require__(3155);
// EXTERNAL MODULE: ./lib/options.js
var lib_options = __webpack_require__(1097);
// EXTERNAL MODULE: ./lib/remote/client.js + 1 modules
var client = __webpack_require__(9389);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
// EXTERNAL MODULE: external "node:https"
var external_node_https_ = __webpack_require__(4708);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(3136);
// EXTERNAL MODULE: ./node_modules/hpagent/index.mjs
var hpagent = __webpack_require__(9611);
;// CONCATENATED MODULE: ./lib/remote/connections.js
// [edge] Connections to a server: direct or through a proxy, kept open or used once.





/** Set on every connection, so that no environment variable can turn verification off. */
const VERIFIED = { rejectUnauthorized: true };
class Routes {
    #transport;
    #closing = new AbortController();
    #kept;
    constructor(transport) {
        this.#transport = transport;
        // Each tunnel adds a listener.
        (0,external_node_events_.setMaxListeners)(0, this.#closing.signal);
    }
    proxyOf(url) {
        return this.#transport.proxyOf?.(url);
    }
    /** @param isKept whether the connection may serve further requests; all go to one server */
    to(url, { isKept }) {
        const proxy = this.proxyOf(url);
        const isForwarded = proxy !== undefined && url.protocol === 'http:';
        if (isKept)
            this.#kept ??= this.#agentFor(url, true);
        const agent = (isKept && this.#kept) || this.#agentFor(url, false);
        if (isForwarded)
            return forwarded({ url, proxy, agent });
        const options = { ...(0,external_node_url_.urlToHttpOptions)(url), ...this.#transport.certificates, ...VERIFIED, agent };
        return { send: modules(url).request, options, headers: {} };
    }
    close() {
        this.#closing.abort();
        this.#kept?.destroy();
    }
    /** For https through a proxy: `CONNECT`, and TLS with the server, so that the proxy sees neither token nor answer. */
    #agentFor(url, keepAlive) {
        const proxy = this.proxyOf(url);
        if (proxy === undefined || url.protocol === 'http:')
            return new (modules(proxy ?? url).Agent)({ keepAlive });
        // The signal ends the tunnel with the command, whatever the proxy is sending.
        const proxyRequestOptions = { ...VERIFIED, signal: this.#closing.signal };
        return new hpagent/* HttpsProxyAgent */.bW({ keepAlive, proxy, proxyRequestOptions });
    }
}
/** Sends the request, with its full address, to the proxy. */
function forwarded({ url, proxy, agent }) {
    const { hostname, port } = (0,external_node_url_.urlToHttpOptions)(proxy);
    const login = loginOf(proxy);
    const headers = { Host: url.host, ...(login && { 'Proxy-Authorization': `Basic ${login}` }) };
    return { send: modules(proxy).request, options: { ...VERIFIED, hostname, port, path: url.href, agent }, headers };
}
function modules({ protocol }) {
    return protocol === 'https:' ? external_node_https_ : external_node_http_;
}
/** The encoded login of a proxy; `undefined`: none. */
function loginOf({ username, password }) {
    if (username === '' && password === '')
        return undefined;
    return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
}

// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/lib/system.js
var system = __webpack_require__(6762);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/lib/trace.js
var trace = __webpack_require__(6242);
;// CONCATENATED MODULE: ./lib/remote/http.js





/** The server explains a refusal in a header that quotes whole entries. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Bytes per second below which a response is given up: 80 kbit/s. */
const SLOWEST = 10_000;
/** Sends one request. Rejects with an error that has a `code`, which {@link networkError} explains. */
function exchange(request, route) {
    return new Promise((resolve, reject) => {
        const progress = { begun: performance.now(), received: 0 };
        const giveUp = (code) => {
            // Destroying a request that is still connecting raises no error.
            reject(failure(code));
            outgoing.destroy();
        };
        const outgoing = route.send(optionsOf(request, route), (answer) => collect(answer, { maxBytes: request.maxBytes, progress, giveUp }).then(resolve, reject));
        const stopWatching = watch(request, { progress, giveUp });
        const onAbort = () => giveUp('LEFT');
        request.signal?.addEventListener('abort', onAbort);
        outgoing.on('close', () => {
            stopWatching();
            request.signal?.removeEventListener('abort', onAbort);
        });
        outgoing.on('timeout', () => giveUp('TIMEOUT'));
        outgoing.on('error', (error) => {
            stopWatching();
            reject(error);
        });
        outgoing.end(request.body);
    });
}
/** As {@link exchange}, reported with its time. */
async function traced(request, route) {
    const end = (0,trace/* timed */.a)();
    const { method, url } = request;
    try {
        const answer = await exchange(request, route);
        end(() => `${method} ${url}: status ${answer.status}, ${(0,lib_text/* withCommas */.rX)(answer.body.length)} bytes`);
        return answer;
    }
    catch (error) {
        end(() => `${method} ${url}: ${causeOf(error).code || 'failed'}`);
        throw error;
    }
}
function optionsOf({ method, headers, body = '', timeout }, route) {
    const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    const own = {
        Accept: 'application/json',
        // The limits count compressed bytes.
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
/** Gives up on a server that sends a byte now and then: the deadline moves with the bytes received. */
function watch({ method, timeout }, { progress, giveUp }) {
    let timer;
    const check = () => {
        // The record of an apply relies on the limit of a push.
        const limit = method === 'POST' ? timeout : 2 * timeout + (progress.received / SLOWEST) * 1000;
        const left = progress.begun + limit - performance.now();
        if (left <= 0)
            giveUp(progress.received === 0 ? 'TIMEOUT' : 'TOO_SLOW');
        else
            timer = setTimeout(check, left);
    };
    check();
    return () => clearTimeout(timer);
}
function collect(answer, { maxBytes, progress, giveUp }) {
    const { statusCode: status = 0, headers } = answer;
    return new Promise((resolve, reject) => {
        const announced = Number(headers['content-length'] ?? 0);
        if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
            giveUp('ENCODED');
        if (announced > maxBytes)
            giveUp('TOO_BIG');
        const chunks = [];
        answer.on('data', (chunk) => {
            progress.received += chunk.length;
            if (progress.received > maxBytes)
                giveUp('TOO_BIG');
            else
                chunks.push(chunk);
        });
        answer.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }));
        answer.on('aborted', () => reject(failure('TRUNCATED')));
        answer.on('error', reject);
    });
}
/** An error with a `code`, like those of Node. */
function failure(code) {
    return Object.assign(new Error(code), { code });
}
const NO_SERVER = 'Check that `url` points to a configuration repository server.';
const RESTARTED = 'Try again: a proxy or the server may have restarted.';
const SET_CA = 'Pass the CA certificate with --ca-file (input `ca-file`) or NODE_EXTRA_CA_CERTS. Verification cannot be turned off.';
const URL_GIVEN = '`url` (in confighub.yaml, CONFIGHUB_URL, --url, or the input `url`)';
const UNREACHABLE = ['cannot be reached', 'Check the network, a VPN, or the host in `url`.'];
/** Codes of {@link exchange}, which mean nothing to a person. */
const OWN_CODES = ['TIMEOUT', 'LEFT', 'TOO_SLOW', 'TRUNCATED', 'TOO_BIG', 'ENCODED'];
/** By error code of Node, or of {@link exchange}. */
const NETWORK = {
    ECONNREFUSED: ['refused the connection', `Check that the server is running, and the host and port in ${URL_GIVEN}.`],
    ENOTFOUND: ['has an unknown host name', `Check the host in ${URL_GIVEN}.`],
    EAI_AGAIN: ['could not be resolved', 'Check the network and the host in `url`, then try again.'],
    EHOSTUNREACH: UNREACHABLE,
    ENETUNREACH: UNREACHABLE,
    ETIMEDOUT: ['did not accept the connection in time', 'Check the network and the port in `url`, then try again.'],
    TIMEOUT: ['did not answer in time', 'Try again, or allow more time with --timeout.'],
    LEFT: ['had not answered when the request was cancelled', 'Try again.'],
    TOO_SLOW: ['sent its response too slowly', 'Try again, or allow more time with --timeout.'],
    ECONNRESET: ['closed the connection before answering', RESTARTED],
    EPIPE: ['closed the connection before answering', RESTARTED],
    TRUNCATED: ['closed the connection before the end of its response', RESTARTED],
    TOO_BIG: ['sent more than {limit} MiB', NO_SERVER],
    ENCODED: [
        'sent a compressed response, which was not requested',
        'Configure the gateway in front of the server to pass `Accept-Encoding: identity` on unchanged.',
    ],
    HPE_HEADER_OVERFLOW: ['sent headers that are too large', NO_SERVER],
};
/** By pattern of the code; the first match counts. */
const FAMILIES = [
    [
        /ALERT_.*CERT|ALERT_UNKNOWN_CA|ALERT_HANDSHAKE_FAILURE/,
        'rejected the TLS handshake; it may require a client certificate that it trusts',
        'Pass one with --client-cert and --client-key (inputs `client-cert`, `client-key`).',
    ],
    [
        /WRONG_VERSION_NUMBER|PACKET_LENGTH|^HPE_|EPROTO/,
        'did not answer with valid HTTP',
        'Check the port and the protocol (http or https) in `url`.',
    ],
    [
        /ALTNAME/,
        'has a certificate for another host name',
        'Check the host in `url`: write it as in the certificate. Otherwise the server needs a certificate for this name.',
    ],
    [
        /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
        'has a certificate that is not valid at this time',
        'Check the clock of this machine. If it is right, the server needs a new certificate.',
    ],
    [/CERT|TLS|SSL|SELF_SIGNED|ISSUER|VERIFY/, 'has a certificate that cannot be verified', SET_CA],
];
const OTHER = ['cannot be reached', 'Check `url` and the network.'];
/** Errors while connecting: to the proxy, if there is one. */
const CONNECTING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
/** Nothing of the request was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'PROXY'];
function networkError(error, request) {
    if (error instanceof errors/* CommandError */.Qd)
        return error;
    const { code, status } = causeOf(error);
    const isOfPush = request.method === 'POST' && !UNSENT.includes(code);
    const isLate = code === 'TIMEOUT' || code === 'TOO_SLOW' || code === 'LEFT';
    return new errors/* CommandError */.Qd({
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
    const code = (0,system/* codeOf */.$N)(error) ?? '';
    // The reason of a TLS alert is only in the message.
    const [alert = code] = (code === 'EPROTO' && /alert (?:[a-z]+ ?)+/.exec(error.message)) || [];
    return { code: alert.trim().replaceAll(' ', '_').toUpperCase() };
}
function describe(code, { url, proxy, maxBytes }) {
    const family = FAMILIES.find(([pattern]) => pattern.test(code));
    const [what, hint] = NETWORK[code] ?? (family === undefined ? OTHER : [family[1], family[2]]);
    const shown = code === '' ? 'no code' : code;
    const end = OWN_CODES.includes(code) ? '.' : ` (${shown}).`;
    if (proxy !== undefined && CONNECTING.includes(code))
        return { message: `The proxy ${proxy} ${what} (${shown}).`, hint: CHECK_PROXY };
    const by = proxy === undefined ? '' : ` through the proxy ${proxy}`;
    const problem = what.replace('{limit}', String(Math.ceil(maxBytes / 1024 / 1024)));
    return { message: `${url.origin}${by} ${problem}${end}`, hint: isExample(url) ? SET_URL : hint };
}
/** Such as the address that `init` writes: the domain is reserved for examples, and has no server. */
function isExample({ hostname }) {
    return /(?:^|\.)example\.(?:com|net|org)$/.test(hostname);
}
const SET_URL = `This is an example address, such as the one that \`init\` writes. Set the address of your server as ${URL_GIVEN}.`;
const CHECK_PROXY = 'Check HTTPS_PROXY (HTTP_PROXY for http), or add the host of the server to NO_PROXY if it needs no proxy.';
function describeProxy(status, { url, proxy }) {
    if (status !== '407')
        return {
            message: `The proxy ${proxy} refused to connect to ${url.host}: status ${status}.`,
            hint: CHECK_PROXY,
        };
    return {
        message: `The proxy ${proxy} requires a login, or rejected the given one.`,
        hint: 'Set it in HTTPS_PROXY, from a secret: http://<user>:<password>@<host>:<port>.',
    };
}
/** Milliseconds before the second and the third attempt of a read. */
const PAUSES = [250, 1000];
/** Too many requests, or a gateway without a server behind it. Other failures of the server are permanent. */
const PASSING_STATUS = [429, 502, 503, 504];
/** A server or a proxy that restarts, or a kept connection that it closed. A timeout is not repeated. */
const PASSING_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'TRUNCATED', 'EAI_AGAIN'];
/** Keeps connections open between the reads of a command; `close` lets the process end. */
class Http {
    #routes;
    #pause;
    #clock;
    /** Milliseconds by which the server's clock is ahead, as its answers say. */
    #ahead;
    #isClosed = false;
    constructor({ pause, clock = () => new Date(), ...transport } = {}) {
        this.#routes = new Routes(transport);
        this.#pause = pause;
        this.#clock = clock;
    }
    /** The time by the clock of the server, which all its clients share; as long as it has not told it, that of this machine. */
    now() {
        return new Date(this.#clock().getTime() + (this.#ahead ?? 0));
    }
    /** Redirects are not followed, so that a token is sent only to the configured address. A push is sent once. */
    async send(request) {
        const url = new URL(request.url);
        try {
            return await (request.method === 'POST' ? this.#once(request, url) : this.#untilAnswered(request, url));
        }
        catch (error) {
            throw networkError(error, { ...request, url, proxy: this.#routes.proxyOf(url)?.host });
        }
    }
    async #untilAnswered(request, url) {
        for (const milliseconds of this.#pause === undefined ? [] : PAUSES) {
            const answer = await this.#once(request, url).catch((error) => {
                if (!PASSING_CODES.includes((0,system/* codeOf */.$N)(error) ?? ''))
                    throw error;
            });
            if (answer !== undefined && !PASSING_STATUS.includes(answer.status))
                return answer;
            await this.#pause?.(milliseconds);
            if (this.#isClosed)
                throw failure('LEFT');
        }
        return this.#once(request, url);
    }
    /** A push gets its own connection: a kept one that the server closes would leave its outcome unknown. */
    async #once(request, url) {
        const answer = await traced(request, this.#routes.to(url, { isKept: request.method === 'GET' }));
        this.#hear(answer);
        return answer;
    }
    /** Of several answers the latest time counts: one from a cache tells an earlier one. */
    #hear({ status, headers }) {
        const told = Date.parse(headers.date ?? '');
        if (status !== 200 || Number.isNaN(told))
            return;
        const ahead = told - this.#clock().getTime();
        this.#ahead = Math.max(this.#ahead ?? ahead, ahead);
    }
    close() {
        this.#isClosed = true;
        this.#routes.close();
    }
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
;// CONCATENATED MODULE: ./lib/remote/proxy.js
// [edge] Finds the proxy for an address in the environment, by the rules of curl and Go, including address ranges.


/** Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, lower case first. Loopback addresses never use a proxy. */
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
/** The value is never shown, because it may contain a login. */
function readProxy(name, text) {
    const problem = (message, hint) => new errors/* CommandError */.Qd({ code: 'bad-proxy', message, hint });
    const form = 'Write it as http://<host>:<port> or http://<user>:<password>@<host>:<port>.';
    const address = text.includes('://') ? text : `http://${text}`;
    if (!URL.canParse(address))
        throw problem(`${name} is not a valid proxy address.`, form);
    const proxy = new URL(address);
    if (!/^https?:$/.test(proxy.protocol))
        throw problem(`${name} must be an http or https address.`, form);
    if (!isDecodable(proxy.username + proxy.password))
        throw problem(`The login in ${name} contains an invalid % escape.`, 'Write %25 for a percent sign.');
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
/** Entries: `*`, `host` and its subdomains, `.suffix`, `*.suffix`, an address, a range (`10.0.0.0/8`); each with an optional `:port`. */
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
/** The host without brackets and without a final dot. */
function bare(host) {
    return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(1692);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
;// CONCATENATED MODULE: ./lib/remote/tls.js
// [edge] Reads the certificates that options name, and refuses insecure connections to the server.








const MAX_BYTES = 10 * 1024 * 1024;
/** Reads and tries the certificates before anything is sent. Rejects with a {@link CommandError}; never shows contents of files. */
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
    throw new errors/* CommandError */.Qd({
        code: 'bad-certificate',
        message: `The file of \`${option}\` contains no ${kind.toLowerCase()} in PEM format.`,
        hint: `It must contain a line -----BEGIN ${kind}-----. Convert a file in DER format with \`openssl\`.`,
    });
}
function readRegular(option, path) {
    const stat = (0,external_node_fs_.statSync)(path, { throwIfNoEntry: false });
    if (stat?.isFile() && stat.size <= MAX_BYTES) {
        try {
            const end = (0,trace/* timed */.a)();
            const text = (0,external_node_fs_.readFileSync)(path, 'utf8');
            end(() => `read ${path}: ${text.length} characters`);
            return text;
        }
        catch {
            // Reported below.
        }
    }
    throw new errors/* CommandError */.Qd({
        code: 'bad-certificate',
        // The option may hold the contents of the file instead of its path.
        message: `Cannot read the file of \`${option}\`${(0,secrets/* looksSecret */.n0)(path) ? '' : `: ${path}`}.`,
        hint: 'It must be a readable file of at most 10 MiB. Relative paths start at the working directory.',
    });
}
async function tryOut(certificates) {
    try {
        (0,external_node_tls_.createSecureContext)({ ...certificates });
    }
    catch (error) {
        const code = (0,system/* codeOf */.$N)(error) ?? 'no code';
        const isLocked = /PASSPHRASE|BAD_DECRYPT|INTERRUPTED/.test(code);
        throw new errors/* CommandError */.Qd({
            code: 'bad-certificate',
            message: isLocked
                ? `Cannot decrypt the client key with the given passphrase (${code}).`
                : `Cannot use the client certificate with this key (${code}).`,
            hint: isLocked ? 'Set CONFIGHUB_CLIENT_KEY_PASSPHRASE.' : 'Check that `client-key` is the key of `client-cert`.',
        });
    }
}
/** Refuses unverified certificates and unencrypted tokens. Throws before anything is sent. */
function refuseInsecure({ url, token, insecureHttp }, env) {
    // The variable has no effect on this server, but on Git and the API of the forge.
    if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
        throw new errors/* CommandError */.Qd({
            code: 'unverified-tls',
            message: 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the verification of certificates.',
            hint: 'Unset it, and pass the CA certificate of your server with --ca-file (input `ca-file`).',
        });
    }
    const { protocol, hostname, origin } = new URL(url);
    if (protocol === 'https:' || token === undefined || insecureHttp || isLoopback(hostname))
        return;
    throw new errors/* CommandError */.Qd({
        code: 'insecure-http',
        message: `Refusing to send the token to ${origin} over unencrypted HTTP.`,
        hint: 'Use https in `url`, or pass --insecure-http (input `insecure-http: true`) if you trust the network.',
    });
}

// EXTERNAL MODULE: ./lib/apply/inspect.js
var inspect = __webpack_require__(3040);
;// CONCATENATED MODULE: ./lib/apply/connect.js








/** Throws before anything is sent if the connection would not be safe. The caller closes `http`. */
async function connect(url, { timeout, token, transport, clientVersion, reads }, { cwd, env, now, onSecret, pause }) {
    refuseInsecure({ url, token, ...transport }, env);
    const proxy = proxyFor(new URL(url), env);
    for (const secret of [...proxySecrets(proxy), transport.clientKeyPassphrase])
        if (secret)
            onSecret?.(secret);
    const http = new Http({
        certificates: await readCertificates(transport, cwd),
        proxyOf: (address) => proxyFor(address, env),
        pause,
        clock: now,
    });
    return { http, url, timeout, token, clientVersion, reads };
}
/** The password as written, decoded, and in the header. */
function proxySecrets(proxy) {
    const login = proxy && loginOf(proxy);
    if (proxy === undefined || login === undefined)
        return [];
    return [proxy.password, decodeURIComponent(proxy.password), login];
}
/** Like {@link connect}. Throws if the target is not known, too. */
async function connectTarget(project, { options, runtime }) {
    const target = (0,lib_options/* targetOf */.$r)(options, project);
    const { clientVersion } = project;
    const reads = options.reads ?? project.reads;
    const connection = await connect(target.url, { ...options, clientVersion, reads }, runtime);
    return { target, connection, reader: (0,client/* createReader */.WF)(connection) };
}
/** The same for as long as it is used. */
async function withTarget(project, { use, ...connecting }) {
    const connected = await connectTarget(project, connecting);
    try {
        return await use(connected);
    }
    finally {
        connected.connection.http.close();
    }
}
/** Throws {@link CommandError} if the server cannot be reached, or does not have the repository of the project. */
function withServer(project, { options, runtime, use, }) {
    return withTarget(project.project, {
        options,
        runtime,
        use: async (connected) => {
            const { target, reader } = connected;
            runtime.onStep(`Reading ${(0,targets/* repositoryText */.g_)(target.repository)}`);
            const asked = (0,inspect/* ask */.kA)(reader, { target, hasToken: options.token !== undefined });
            return use({ ...connected, inspection: await (0,inspect/* inspect */.Nn)(asked, { target, ...project }) });
        },
    });
}


/***/ }),

/***/ 3040:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DN: () => (/* binding */ refuseUnanswered),
/* harmony export */   Fb: () => (/* binding */ USUAL_SETTINGS),
/* harmony export */   Nn: () => (/* binding */ inspect),
/* harmony export */   Ot: () => (/* binding */ readsToRecord),
/* harmony export */   kA: () => (/* binding */ ask),
/* harmony export */   z8: () => (/* binding */ refuseLost)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _lib_parallel_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(404);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5924);
/* harmony import */ var _model_server_reads_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6626);
/* harmony import */ var _model_targets_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3155);
/* harmony import */ var _remote_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4790);
/* harmony import */ var _remote_wire_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4009);







/** Assumed unless the server says otherwise. */
const USUAL_SETTINGS = { vdtEnabled: true, securityEnabled: true };
/** Sends the requests that {@link inspect} needs. */
function ask(reader, asking) {
    let asked;
    const repositories = () => (asked ??= (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info/all', reader.repositories()));
    const answering = (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info', readDetail(reader, asking)).then((answer) => {
        // Then only `info/all` tells the levels.
        if ('missing' in answer)
            void (0,_lib_parallel_js__WEBPACK_IMPORTED_MODULE_4__/* .ahead */ .Uc)(repositories());
        return answer;
    });
    return { detail: (0,_lib_parallel_js__WEBPACK_IMPORTED_MODULE_4__/* .ahead */ .Uc)(answering), repositories };
}
/** Throws {@link CommandError} if the repository does not match the project. */
async function inspect(asked, expected) {
    const { repository, url } = expected.target;
    const found = await asked.detail.catch((error) => ({ error }));
    if ('error' in found && !isAnswer(found.error))
        throw found.error;
    const list = 'answer' in found ? undefined : await asked.repositories();
    const info = list && 'answer' in list ? (0,_remote_wire_js__WEBPACK_IMPORTED_MODULE_5__/* .infoOf */ ._U)(list.answer, repository) : undefined;
    if (list && 'elsewhere' in list && list.elsewhere !== undefined)
        throw list.elsewhere;
    // A missing repository explains any problem with the token.
    if (list && 'answer' in list && info === undefined)
        throw unknownRepository(list.answer, { repository, url });
    if ('error' in found)
        throw found.error;
    const detail = 'answer' in found ? found.answer : undefined;
    const levels = info?.levels ?? detail?.levels ?? expected.project.levels;
    if (levels === undefined)
        throw levelsUnknown(expected, list);
    checkLevels(levels, expected);
    const { elements, files = new Map() } = detail ?? {};
    return {
        levels,
        files,
        elements,
        answered: detail ? ['info'] : [],
        missing: 'missing' in found ? [found.missing] : [],
        listing: async () => listingOf(await asked.repositories(), repository),
        listed: list && listingOf(list, repository),
    };
}
/** Whether the server answered: an unreachable server is not asked again. */
function isAnswer(error) {
    return error instanceof _remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ReadCrashed */ .RW || error instanceof TokenRefused;
}
/** The server refuses the token, or the token belongs to another repository. */
class TokenRefused extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd {
}
function listingOf(list, repository) {
    if ('missing' in list)
        return { settings: USUAL_SETTINGS, answered: [], missing: [list.missing] };
    const info = (0,_remote_wire_js__WEBPACK_IMPORTED_MODULE_5__/* .infoOf */ ._U)(list.answer, repository);
    const { vdtEnabled, securityEnabled } = info ?? USUAL_SETTINGS;
    return {
        settings: { vdtEnabled, securityEnabled },
        counts: info && (0,_remote_wire_js__WEBPACK_IMPORTED_MODULE_5__/* .countsOf */ .mQ)(info),
        answered: info ? ['info/all'] : [],
        missing: [],
    };
}
/** With a token, the answer shows the repository of the token, and a refusal what is wrong with it. */
async function readDetail(reader, { target: { repository }, hasToken }) {
    const detail = await reader.detail(repository).catch((error) => {
        if (!(error instanceof _remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ReadRefused */ .LM) || !hasToken)
            throw error;
        const { code, message, hint } = error;
        throw new TokenRefused({ code, message, hint, cause: error });
    });
    if (!hasToken || (detail.account === repository.account && detail.name === repository.name))
        return detail;
    throw new TokenRefused({
        code: 'other-repository',
        message: `The token belongs to the repository ${(0,_model_targets_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryText */ .g_)(detail)}, not to ${(0,_model_targets_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryText */ .g_)(repository)}.`,
        hint: 'Use the token of the configured repository, or correct `repository`.',
    });
}
function unknownRepository(all, { repository, url }) {
    const names = all.map(_model_targets_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryText */ .g_).sort();
    const near = (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .pA)((0,_model_targets_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryText */ .g_)(repository), names);
    const known = names.length === 0
        ? 'The server has no repositories.'
        : `Available: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}.`;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'unknown-repository',
        message: `${url} has no repository ${(0,_model_targets_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryText */ .g_)(repository)}.`,
        hint: near === undefined ? known : `Did you mean \`${near}\`? Account and name are case-sensitive.`,
    });
}
/** The line that names the address, with a colon; empty if it comes from elsewhere. */
function placeOfUrl({ target, project }) {
    const place = project.url === target.url ? project.places.url : undefined;
    return place === undefined ? '' : `${place}: `;
}
const BASE_ADDRESS = '`url` must be the address in front of `/rest`, as in https://config.example.com/base for https://config.example.com/base/rest/info/all.';
function levelsUnknown(expected, list) {
    const why = list && 'missing' in list ? ` (${(0,_model_server_reads_js__WEBPACK_IMPORTED_MODULE_2__/* .missingText */ .qq)([list.missing])})` : '';
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'levels-unknown',
        message: `${placeOfUrl(expected)}Cannot determine the context levels of ${(0,_model_targets_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryText */ .g_)(expected.target.repository)}${why}.`,
        hint: `${BASE_ADDRESS} If it is, list the levels in confighub.yaml, broadest first: \`levels: [Environment, Application]\`.`,
    });
}
function checkLevels(server, { project, depth, target }) {
    const repository = (0,_model_targets_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryText */ .g_)(target.repository);
    const { levels, places } = project;
    if (levels !== undefined && levels.join(';') !== server.join(';')) {
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
            code: 'context-depth',
            message: `${places.levels}: \`levels\` is ${levels.join(';')}, but ${repository} has ${server.join(';')}.`,
            hint: `Write \`levels: [${server.join(', ')}]\`.`,
        });
    }
    const problem = depthProblem(server, depth);
    if (problem === undefined)
        return;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'context-depth',
        message: problem,
        hint: `${repository} has the context levels ${server.join(';')}. Write one element per level.`,
    });
}
function depthProblem(server, depth) {
    if (depth === undefined || depth.levels === server.length)
        return undefined;
    return `${depth.place}: contexts have ${depth.levels} ${depth.levels === 1 ? 'element' : 'elements'}, but the repository has ${server.length} levels.`;
}
/**
 * Throws {@link CommandError} where nothing answers as the server does: `url` leads past it. Without a path, an address
 * that is not in the project file may be that of a server which offers pushes alone.
 */
function refuseUnanswered({ used, missing, mode, ...expected }) {
    const { url } = expected.target;
    const place = placeOfUrl(expected);
    const isMeant = mode === 'documented' || (place === '' && new URL(url).pathname === '/');
    if (isMeant || used.length > 0 || missing.some(({ isRefused }) => isRefused))
        return;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'not-the-api',
        message: `${place}${url} does not answer as a configuration repository server (${(0,_model_server_reads_js__WEBPACK_IMPORTED_MODULE_2__/* .missingText */ .qq)(missing)}).`,
        hint: `${BASE_ADDRESS} Check also whether a gateway requires a login. If the server offers pushes alone, set \`reads: documented\`.`,
    });
}
/** Throws {@link CommandError} if a read was lost, so that a plan never silently checks less than before. */
function refuseLost(now) {
    const lost = lostReads(now);
    const [first] = lost;
    if (first === undefined)
        return;
    const reads = lost.map(({ read, reason }) => `GET /rest/${read} (${reason})`).join(', ');
    const [what, them] = lost.length === 1 ? ['a read', 'it'] : ['reads', 'them'];
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'read-lost',
        message: `The last apply used ${what} that the server no longer offers: ${reads}. Without ${them}, this run would check less.`,
        hint: `Check the token, the URL and the repository settings. ${WAYS_ON[first.read]} To make this permanent, set \`reads:\` in confighub.yaml on the trusted branch.`,
    });
}
const LIVE_READS = ['export', 'pull'];
function lostReads({ before, missing, mode, isRecorded, isLiveRead }) {
    // The last thing to do without: the levels are then those of the project file.
    const allowed = missing.filter(({ read }) => (0,_model_server_reads_js__WEBPACK_IMPORTED_MODULE_2__/* .mayRead */ .ok)(mode, read) && mode !== 'documented');
    const lost = allowed.filter(({ read }) => before?.includes(read));
    if (lost.length > 0 || isLiveRead)
        return lost;
    // A record without reads is from a version that always read.
    const wasRead = before === undefined ? isRecorded : before.some((read) => LIVE_READS.includes(read));
    return wasRead ? allowed.filter(({ read }) => LIVE_READS.includes(read)) : [];
}
const WAYS_ON = {
    export: 'If the export is permanently unavailable, apply once with `--reads token` (or `--reads documented`, which uses only documented reads).',
    pull: 'If it is permanently unavailable, apply once with `--reads documented`.',
    keyData: 'If it is permanently unavailable, apply once with `--reads documented`.',
    info: 'If it is permanently unavailable, apply once with `--reads documented`.',
    'info/all': 'If it is permanently unavailable, list the `levels` in confighub.yaml, and apply once with `--reads documented`.',
};
/** The reads to record: those used now, and those used before that are not known to be missing. */
function readsToRecord({ before = [], missing, mode, used, }) {
    const isLeft = (read) => before.includes(read) && (0,_model_server_reads_js__WEBPACK_IMPORTED_MODULE_2__/* .mayRead */ .ok)(mode, read) && !missing.some((one) => one.read === read);
    return _model_server_reads_js__WEBPACK_IMPORTED_MODULE_2__/* .READS */ .yT.filter((read) => used.includes(read) || isLeft(read));
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
/* harmony export */   tO: () => (/* binding */ ifOffered),
/* harmony export */   uI: () => (/* binding */ unexpectedStatus),
/* harmony export */   xy: () => (/* binding */ ReadNotOffered)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _lib_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8173);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5924);
/* harmony import */ var _refusals_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9341);
/* harmony import */ var _wire_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4009);
// Reads the server's answer to a read: the expected JSON, or an error that explains what is wrong.





/** Far above the nesting of a value (512), far below the limit of recursion. */
const MAX_DEPTH = 1000;
const EXCESSES = {
    depth: `JSON nested deeper than ${MAX_DEPTH}`,
    items: `JSON with more than ${_lib_json_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_ITEMS */ ._5 / 1_000_000} million items`,
};
/** A read that the server does not offer to this client; `reason` is part of a sentence: `status 404`. */
class ReadNotOffered extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd {
    reason;
    constructor(options) {
        super(options);
        this.reason = options.reason;
    }
}
/** The server's own refusal of a read: 406 or 417 with a reason in the `ETag` (behaviour.md, section 1). */
class ReadRefused extends ReadNotOffered {
}
/** A redirect to another server, which is not followed. */
class ReadRedirected extends ReadNotOffered {
}
/** Awaits a read that may not be offered. Rejects with every other error. */
async function ifOffered(read, reading) {
    try {
        return { answer: await reading };
    }
    catch (error) {
        if (!(error instanceof ReadNotOffered))
            throw error;
        const { code, message, hint } = error;
        const elsewhere = error instanceof ReadRedirected && { elsewhere: new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({ code, message, hint }) };
        const isRefused = error instanceof ReadRefused && { isRefused: true };
        return { missing: { read, reason: error.reason, ...isRefused }, ...elsewhere };
    }
}
/** The server fails because it cannot show something that it stores (behaviour.md, sections 8 and 11). */
class ReadCrashed extends _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd {
    /** A value may not fit its type Map or List. A gateway would send a page. */
    isOfValue;
    constructor({ code, message, hint }, { headers: { etag }, body }) {
        super({ code, message, hint });
        this.isOfValue = body.length === 0 && /^("?Expected a com\.google\.gson\..*)?$/.test(String(etag ?? ''));
    }
}
/** Parses an answer, and passes its JSON to `read`. Throws a {@link CommandError} for anything else. */
function readJson(answer, what) {
    checkAnswer(answer, what.url);
    const text = answer.body.toString('utf8');
    const excess = (0,_lib_json_js__WEBPACK_IMPORTED_MODULE_1__/* .excessOf */ .FR)(answer.body, MAX_DEPTH);
    if (excess !== undefined)
        throw notTheApi(what.url, `returned ${EXCESSES[excess]}`);
    let json;
    try {
        json = JSON.parse(text);
    }
    catch (cause) {
        const error = notTheApi(what.url, 'returned something other than JSON', cause);
        // An answer labelled as JSON was corrupted on the way: that does not mean that the read is missing.
        throw isJson(answer.headers) ? error : notOffered(error, 'no JSON');
    }
    try {
        return what.read(json, text);
    }
    catch (cause) {
        if (!(cause instanceof _wire_js__WEBPACK_IMPORTED_MODULE_4__/* .ShapeError */ .ym))
            throw cause;
        const error = notTheApi(what.url, `returned JSON of an unexpected shape (${cause.message})`, cause);
        throw notOffered(error, 'JSON of an unexpected shape');
    }
}
/** With these a server or gateway says that the read does not exist, or is not allowed. */
const NOT_OFFERED = [401, 403, 404, 405, 410, 501];
function checkAnswer({ status, headers, body }, url) {
    if (status === 406 || status === 417)
        throw refused(headers.etag, url);
    if (status === 200 && isHtml(headers))
        throw notOffered(notTheApi(url, 'returned a web page'), 'answered with a web page');
    if (status === 200)
        return;
    const error = unexpectedStatus({ status, headers, body }, url);
    if (NOT_OFFERED.includes(status))
        throw notOffered(error, `status ${status}`);
    if (status >= 300 && status < 400)
        throw redirected(error, { location: headers.location, url });
    if (status !== 500)
        throw error;
    throw new ReadCrashed(error, { status, headers, body });
}
function notOffered({ code, message, hint, cause }, reason) {
    return new ReadNotOffered({ code, message, hint, cause, reason });
}
function redirected(error, { location, url }) {
    const target = originOf(String(location), url);
    if (location === undefined || target === new URL(url).origin)
        return notOffered(error, 'a redirect');
    const { code, message, hint } = error;
    return new ReadRedirected({ code, message, hint, reason: `a redirect to ${target}` });
}
/** The error for a status that neither a read nor a push expects. */
function unexpectedStatus({ status, headers }, url) {
    const page = isHtml(headers) ? ' and a web page' : '';
    if (status >= 300 && status < 400 && headers.location !== undefined) {
        const origin = originOf(String(headers.location), url);
        const isSame = origin === new URL(url).origin;
        const to = isSame ? 'another page of the same server' : origin;
        const hint = isSame
            ? 'Redirects are not followed. Check the base path in `url`, and whether a gateway requires a login.'
            : `Redirects are not followed, so that the token goes nowhere else. If ${origin} is the right server, set \`url\` to its address.`;
        return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({ code: 'redirect', message: `${url} redirects to ${to}.`, hint });
    }
    const [, , hint] = STATUSES.find(([from, to]) => status >= from && status <= to) ?? [0, 0, OTHER_STATUS];
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'http-status',
        message: `${url} returned status ${status}${page}.`,
        hint,
    });
}
const OTHER_STATUS = 'Check that `url` points to a configuration repository server.';
const STATUSES = [
    [401, 401, 'A gateway in front of the server requires its own login: ask its administrator how a program passes it.'],
    [
        403,
        403,
        'A gateway or firewall in front of the server denied access: ask its administrator to allow this request.',
    ],
    [404, 404, 'Check the base path in `url`.'],
    [407, 407, 'A proxy requires a login: set it in HTTP_PROXY (HTTPS_PROXY for https), from a secret.'],
    [
        413,
        413,
        'A gateway in front of the server rejects requests of this size: raise its limit, or set `batch: 100` in confighub.yaml to send smaller requests.',
    ],
    [429, 429, 'Too many requests: wait a few minutes, then run the command again.'],
    [500, 500, 'The server failed: check its log.'],
    [502, 504, 'The server behind the gateway is down or too slow: try again later.'],
];
function notTheApi(url, what, cause) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
        code: 'not-the-api',
        message: `${url} ${what}.`,
        hint: 'Check the address and base path in `url`: it must point to a configuration repository server. Check also whether a gateway in front of the server requires a login.',
        cause,
    });
}
function isJson(headers) {
    return /^application\/json\b/i.test(String(headers['content-type'] ?? ''));
}
function isHtml(headers) {
    return /^text\/html\b/i.test(String(headers['content-type'] ?? ''));
}
function refused(etag, url) {
    const { code = _refusals_js__WEBPACK_IMPORTED_MODULE_3__/* .UNKNOWN_REFUSALS */ .TW.read, message, hint } = (0,_refusals_js__WEBPACK_IMPORTED_MODULE_3__/* .readReason */ .pk)(Array.isArray(etag) ? etag[0] : etag);
    const reason = message.replace(/\.$/, '');
    return new ReadRefused({ code, message: `${url} refused the request: ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_2__/* .withFullStop */ .uo)(message)}`, hint, reason });
}
function originOf(location, base) {
    return URL.canParse(location, base) ? new URL(location, base).origin : 'another address';
}


/***/ }),

/***/ 9389:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  WF: () => (/* binding */ createReader),
  hU: () => (/* binding */ documentedHeaders),
  XX: () => (/* binding */ isOfToken),
  XM: () => (/* binding */ pathOf),
  tf: () => (/* binding */ tokenHeader)
});

// EXTERNAL MODULE: ./lib/model/project.js
var project = __webpack_require__(7404);
// EXTERNAL MODULE: ./lib/model/server-reads.js
var server_reads = __webpack_require__(6626);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/remote/answer.js
var remote_answer = __webpack_require__(4790);
// EXTERNAL MODULE: ./lib/lib/json.js
var lib_json = __webpack_require__(8173);
// EXTERNAL MODULE: ./lib/remote/wire.js
var wire = __webpack_require__(4009);
;// CONCATENATED MODULE: ./lib/remote/pull.js
// Parses the answer of a pull: the row that applies for each key, and the rendered files (behaviour.md, section 13).



/** `undefined`: a cached answer to another request, or one of another repository. */
function readPull(json, { text, repository, request }) {
    if (!(0,lib_json/* isPlainObject */.Qd)(json))
        throw new wire/* ShapeError */.ym('a pull is not an object');
    const { account, repo, properties, files } = json;
    if (account !== repository.account || repo !== repository.name || !(0,lib_json/* isPlainObject */.Qd)(properties))
        return undefined;
    const natives = nativeTexts(text);
    const values = [];
    for (const [name, property] of Object.entries(properties)) {
        const value = (0,lib_json/* isPlainObject */.Qd)(property) ? pulledValueOf(name, { property, natives }) : undefined;
        if (value === undefined)
            return undefined;
        values.push(value);
    }
    if (request.content !== 'values and files')
        return { values };
    return (0,lib_json/* isPlainObject */.Qd)(files) ? { values, files: filesOf(files) } : undefined;
}
function pulledValueOf(name, { property, natives }) {
    const { type = 'Text', deprecated, comment, encryption, context, val } = property;
    if (!(0,lib_json/* isTexts */.VP)(context))
        return undefined;
    if (typeof type !== 'string' || !(0,state/* isVdt */.PB)(type))
        throw new wire/* ShapeError */.ym(`the key ${name} has an unknown type`);
    return {
        name,
        vdt: type,
        deprecated: deprecated === true,
        ...(typeof comment === 'string' ? { readme: comment } : {}),
        ...(typeof encryption === 'string' ? { securityGroup: encryption } : {}),
        text: typeof val === 'string' || val == null ? (val ?? null) : natives(name, val),
        isParsed: typeof val !== 'string' && val != null,
        context: context.join(';'),
    };
}
/**
 * Texts of Maps and Lists, which come as JSON. If `JSON.parse` has lost the text of a number, the answer is parsed
 * again by a parser that keeps it.
 */
function nativeTexts(text) {
    let properties;
    return (name, val) => {
        if ((0,lib_json/* isFaithful */.M0)(val, 0))
            return JSON.stringify(val);
        properties ??= memberOf(lenientJson(text), 'properties');
        const node = memberOf(memberOf(properties, name), 'val');
        return node === undefined ? undefined : (0,lib_json/* compactJson */.Ar)(node);
    };
}
function lenientJson(text) {
    const result = (0,lib_json/* parseLenientJson */.Ri)(text);
    return 'value' in result ? result.value : null;
}
function memberOf(node, name) {
    return (0,lib_json/* isJsonObject */.OW)(node) ? node.get(name) : undefined;
}
function filesOf(files) {
    const contents = new Map();
    for (const [path, file] of Object.entries(files)) {
        if (!(0,lib_json/* isPlainObject */.Qd)(file) || typeof file.content !== 'string')
            throw new wire/* ShapeError */.ym('a file of a pull has no content');
        contents.set(path, file.content);
    }
    return contents;
}

;// CONCATENATED MODULE: ./lib/remote/client.js
// The reads of the server. A Reader cannot write; only an apply gets a Pusher (pusher.ts).






const MIB = 1024 * 1024;
/** A read that is not allowed or not offered rejects with {@link ReadNotOffered}. */
function createReader(connection) {
    const get = async (request) => {
        const { maxBytes, endpoint, repository, headers = {}, ...reading } = request;
        const url = `${connection.url}/rest/${endpoint}${repository === undefined ? '' : `/${pathOf(repository)}`}`;
        const { http, timeout, reads = 'all' } = connection;
        if (!(0,server_reads/* mayRead */.ok)(reads, endpoint))
            throw new remote_answer/* ReadNotOffered */.xy({
                code: 'read-not-asked',
                message: `${url} was not read because \`reads\` is \`${reads}\`.`,
                reason: `not read because \`reads\` is \`${reads}\``,
            });
        const answer = await http.send({ method: 'GET', url, headers, timeout, maxBytes });
        return (0,remote_answer/* readJson */.Vh)(answer, { url, ...reading });
    };
    const token = tokenHeader(connection);
    const inUrl = (repository) => (connection.token === undefined ? repository : undefined);
    const documented = documentedHeaders(connection);
    return {
        repositories: () => get({ maxBytes: 64 * MIB, endpoint: 'info/all', headers: documented, read: wire/* readRepositories */.NU }),
        detail: (repository) => get({
            maxBytes: 64 * MIB,
            endpoint: 'info',
            repository: inUrl(repository),
            headers: { ...token, 'Context-Elements': 'true', Files: 'true' },
            read: wire/* readDetail */.on,
        }),
        // The export takes no token, so none is sent.
        exportState: (repository) => get({ maxBytes: 256 * MIB, endpoint: 'export', repository, read: wire/* readExport */.Jb }),
        exportKeys: (repository) => get({
            maxBytes: 256 * MIB,
            endpoint: 'export',
            repository,
            headers: { 'Omit-Values': 'true', 'Omit-Files': 'true' },
            read: wire/* readExport */.Jb,
        }),
        keyData: (repository, name) => get({
            maxBytes: 16 * MIB,
            endpoint: 'keyData',
            repository: inUrl(repository),
            headers: { ...token, KeyName: name },
            read: (json) => ofThisKey((0,wire/* readKeyData */.Sq)(json), name),
        }),
        pull: (repository, request) => get({
            maxBytes: 256 * MIB,
            endpoint: 'pull',
            repository: inUrl(repository),
            headers: { ...token, ...pullHeaders(request) },
            read: (json, text) => readPull(json, { text, repository, request }),
        }),
        tokenProblem: () => get({
            maxBytes: 1 * MIB,
            endpoint: 'pull',
            // The server checks the token before the context (behaviour.md, section 2).
            headers: { ...token, Context: NOWHERE, 'No-Files': 'true', 'No-Properties': 'true' },
            read: () => undefined,
        }).catch(tokenProblemOf),
    };
}
/** An empty context, because a cached answer would be given to other clients (behaviour.md, section 13). */
const NOWHERE = ';';
function tokenProblemOf(error) {
    if (!(error instanceof remote_answer/* ReadNotOffered */.xy))
        throw error;
    const { code, reason, hint } = error;
    return isOfToken(error) ? { code, message: `${reason}.`, hint } : undefined;
}
/** Whether the server refuses the token itself. */
function isOfToken({ code }) {
    return code === 'token-unknown' || code === 'token-expired' || code === 'token-inactive';
}
/** Headers of every documented request. */
function documentedHeaders({ clientVersion = project/* DEFAULT_CLIENT_VERSION */.lH }) {
    return { 'Client-Version': clientVersion };
}
function pullHeaders({ context, content }) {
    return {
        Context: context,
        'Include-Value-Context': 'true',
        'Include-Comments': 'true',
        ...(content === 'values and files' ? {} : { 'No-Files': 'true' }),
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

/***/ 5846:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $g: () => (/* binding */ comparerOf),
/* harmony export */   AP: () => (/* binding */ pulledState),
/* harmony export */   L_: () => (/* binding */ presumedGroup),
/* harmony export */   nW: () => (/* binding */ pulledKeys)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);
/* harmony import */ var _semantics_placeholders_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1799);
/* harmony import */ var _semantics_rendering_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4945);
// Pulls of contexts → State. A pull shows neither the context of a file nor its text before rendering: both are inferred.




function addressOf({ path, context }) {
    return { id: (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .fileId */ .qp)(path), context: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(context) };
}
function addFiles(state, pulls, known) {
    const contents = contentsFrom(pulls, known);
    const add = (file) => (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .addFileRow */ .Q4)(state, file.path, contents(file));
    const places = placesIn(pulls, known).filter((file) => isAnswered(file, pulls));
    const certain = new Set(places.filter((file) => isPresumed(file, { pulls, known })));
    for (const file of certain)
        add(file);
    for (const file of places)
        if (!certain.has(file) && mayBeThere(file, { state, known }))
            add(file);
}
/** The files of desired, baseline and the broadest context. */
function placesIn(pulls, { desired, baseline }) {
    const declared = [baseline ?? (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .emptyState */ .p$)(), desired].flatMap((state) => (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .filesIn */ .nG)(state).flatMap(({ name, rows }) => [...rows.values()].map(({ context }) => ({ path: name, context }))));
    const everywhere = [...(pulls.get(_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .EVERYWHERE */ .Zh)?.files?.keys() ?? [])];
    const all = [...declared, ...everywhere.map((path) => ({ path, context: _model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .EVERYWHERE */ .Zh }))];
    return [...new Map(all.map((file) => [`${file.path}\0${(0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(file.context)}`, file])).values()];
}
/** Whether the file may exist: its context shows the path, or its files could not be pulled. */
function isAnswered({ path, context }, pulls) {
    const pull = pulls.get((0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(context));
    return pull !== undefined && (pull.files?.has(path) ?? true);
}
/** Whether the file is assumed to exist. In the broadest context a pull shows no other files, so it is certain. */
function isPresumed(file, { pulls, known }) {
    if (file.context === _model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .EVERYWHERE */ .Zh && pulls.get(_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .EVERYWHERE */ .Zh)?.files !== undefined)
        return true;
    const presumed = known[known.presumed];
    return presumed !== undefined && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .stands */ .Ed)((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAt */ .ce)(presumed, addressOf(file)));
}
/** Whether a file to delete may exist, because `info` lists more files with its path than are known otherwise. */
function mayBeThere(file, { state, known }) {
    const isDeleted = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAt */ .ce)(known.desired, addressOf(file))?.absent === true;
    if (!isDeleted || known.presumed === 'desired')
        return false;
    const others = state.items.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .fileId */ .qp)(file.path))?.rows.size ?? 0;
    return (known.listed.get(file.path)?.count ?? 0) > others;
}
/** The content of desired if it renders to the pulled text, else that of the baseline if it does, else unknown. */
function contentsFrom(pulls, known) {
    const { desired, baseline, listed } = known;
    const comparers = new Map([...pulls].map(([id, pull]) => [id, comparerOf(pull)]));
    return ({ path, context }) => {
        const at = addressOf({ path, context });
        const group = newGroup(at, known) ?? listed.get(path)?.securityGroup;
        const row = { context, ...(group === undefined ? {} : { securityGroup: group }) };
        const compare = (text) => comparers.get(at.context)?.(path, text) ?? 'unknown';
        const [declared, applied] = [desired, baseline].map((state) => state && knownText((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAt */ .ce)(state, at)));
        for (const text of [declared, applied]) {
            if (text !== undefined && compare(text) === 'same')
                return { ...row, text };
        }
        // Encrypted content cannot be compared.
        const isOther = (text) => group === undefined && text !== undefined && compare(text) === 'different';
        return {
            ...row,
            text: '',
            unknown: true,
            ...(isOther(declared) && { differs: true }),
            ...(isOther(applied) && { drifted: true }),
        };
    };
}
/** After a push, the group in desired: the list in `info` is older. */
function newGroup(at, { desired, presumed }) {
    return presumed === 'desired' ? (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAt */ .ce)(desired, at)?.securityGroup : undefined;
}
function knownText(row) {
    return row === undefined || row.absent || row.unknown ? undefined : (row.text ?? undefined);
}
/** Compares a rendered file with a source content, by the values that apply in the same context. */
function comparerOf({ values, files }) {
    const byKey = new Map(values.map((value) => [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(value.name), value]));
    const sources = {
        standingFor: (name) => {
            const value = byKey.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(name));
            return value && { vdt: value.vdt, text: value.text ?? null };
        },
        embedded: (path) => files?.get(path),
    };
    return (path, content) => {
        const pulled = files?.get(path);
        if (pulled === undefined)
            return 'unknown';
        if ((0,_semantics_rendering_js__WEBPACK_IMPORTED_MODULE_1__/* .rendered */ .gj)(content, sources) === pulled)
            return 'same';
        const isSure = !content.includes('\\${') && (0,_semantics_placeholders_js__WEBPACK_IMPORTED_MODULE_0__/* .renderedIn */ .xp)(content).every((name) => isSureOf(byKey.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(name))));
        return isSure ? 'different' : 'unknown';
    };
}
/** Whether the rendered text is known: a pull does not show the text of Maps and Lists, and an embedded file may be encrypted. */
function isSureOf(value) {
    return value === undefined || !['Map', 'List', 'FileEmbed'].includes(value.vdt);
}
/** The rows of each requested context itself, and the files that are assumed to exist. */
function pulledState(pulls, known) {
    const state = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .emptyState */ .p$)();
    for (const [id, { values }] of pulls)
        for (const value of values)
            addRow(state, { id, value, known, pulls });
    const unread = [...pulls].flatMap(([id, { isUnread }]) => (isUnread ? [id] : []));
    if (unread.length > 0)
        addUnread(state, { unread, known });
    addFiles(state, pulls, known);
    return state;
}
/**
 * In contexts that the server cannot show, what was applied and what is declared absent is presumed to exist, and any
 * key may have more.
 */
function addUnread(state, { unread, known }) {
    const { desired, baseline } = known;
    const add = (declared, isPresumed) => {
        for (const item of (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keysIn */ .q7)(declared)) {
            const id = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .itemId */ .XG)(item);
            const key = state.items.get(id) ?? { kind: 'key', name: item.name, ...presumedGroup(id, known), rows: new Map() };
            const rows = unread.flatMap((at) => item.rows.get(at) ?? []).filter((row) => isPresumed(item, row));
            for (const { context } of rows)
                key.rows.set((0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(context), { context, text: null, unknown: true });
            if (rows.length > 0)
                state.items.set(id, key);
        }
    };
    if (baseline !== undefined)
        add(baseline, (key, row) => (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .stands */ .Ed)(key) && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .stands */ .Ed)(row));
    add(desired, (_, row) => !(0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .stands */ .Ed)(row));
    for (const key of (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keysIn */ .q7)(state))
        key.elsewhere = true;
}
/** A row of a broader context shows that the requested context has none, and that the key exists. */
function addRow(state, { id, value, known, pulls }) {
    const key = state.items.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(value.name)) ?? newKey(value, known);
    state.items.set((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(value.name), key);
    if (value.securityGroup !== undefined)
        key.sealed = true;
    const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextIn */ .PO)(value.context);
    if ((0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(context) === id)
        key.rows.set(id, rowOf(value, context));
    else if (!pulls.has((0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(context)))
        key.elsewhere = true;
}
function newKey({ name, vdt, deprecated, readme, securityGroup: shown }, known) {
    const push = presumedPush((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(name), known);
    // With the password, a token is shown the decrypted text and no group.
    const group = shown === undefined ? presumedGroup((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(name), known) : { securityGroup: shown };
    return {
        kind: 'key',
        name,
        vdt,
        deprecated,
        ...(readme === undefined ? {} : { readme }),
        ...(push === undefined ? {} : { push }),
        ...group,
        rows: new Map(),
    };
}
/** The keys of one pull, each with the row that wins in the requested context. */
function pulledKeys({ values }, known) {
    return new Map(values.map((value) => {
        const { name, vdt, deprecated, readme, securityGroup } = value;
        const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextIn */ .PO)(value.context);
        const group = securityGroup === undefined ? presumedGroup((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(name), known) : { securityGroup };
        const common = { kind: 'key', name, vdt, deprecated, ...(readme !== undefined && { readme }), ...group };
        return [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(name), { ...common, rows: new Map([[(0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .contextId */ .PF)(context), rowOf(value, context)]]) }];
    }));
}
/** The group of a key that no read shows: that of the last apply, or of desired for keys that were not in it (import). */
function presumedGroup(id, { desired, baseline, presumed }) {
    const applied = presumed === 'baseline' ? baseline?.items.get(id) : undefined;
    const securityGroup = (applied ?? desired.items.get(id))?.securityGroup;
    if (securityGroup === undefined)
        return {};
    const isGuess = presumed === 'baseline' && applied === undefined;
    return { securityGroup, ...(isGuess && { groupPresumed: true }) };
}
/** `undefined` if desired differs from the last apply: then the key must be read. */
function presumedPush(id, { desired, baseline }) {
    const before = baseline?.items.get(id)?.push;
    const declared = desired.items.get(id)?.push;
    return declared === undefined || declared === before ? (before ?? true) : undefined;
}
function rowOf({ vdt, text }, context) {
    if (text === undefined)
        return { context, text: null, unknown: true };
    const isParsed = (vdt === 'Map' || vdt === 'List') && text !== null;
    return { context, text, ...(isParsed ? { native: true } : {}) };
}


/***/ }),

/***/ 7139:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jb: () => (/* binding */ readExport),
/* harmony export */   Ry: () => (/* binding */ pullContext),
/* harmony export */   Um: () => (/* binding */ INVALID_VALUE),
/* harmony export */   g7: () => (/* binding */ readByPulls),
/* harmony export */   jb: () => (/* binding */ CachedAnswer),
/* harmony export */   rW: () => (/* binding */ askedContexts),
/* harmony export */   vJ: () => (/* binding */ askContext)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _lib_parallel_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(404);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6616);
/* harmony import */ var _answer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4790);
/* harmony import */ var _client_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9389);
/* harmony import */ var _pulled_state_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5846);
// Reads live: by the export, or by token with one pull for each context.







async function readExport(reader, repository) {
    const exported = await (0,_answer_js__WEBPACK_IMPORTED_MODULE_1__/* .ifOffered */ .tO)('export', reader.exportState(repository));
    return 'answer' in exported ? exported.answer : { missing: exported.missing };
}
/** A cache answered with the response to another request. */
class CachedAnswer extends Error {
}
/** Pulls a full context. Repeats a request that a cache answered, written differently. Throws {@link CachedAnswer}. */
async function askContext({ reader, repository, asked }, { context, content }) {
    const ask = () => reader.pull(repository, { context: asked(context), content });
    const pull = (await ask()) ?? (await ask());
    if (pull === undefined)
        throw new CachedAnswer();
    return pull;
}
/**
 * What an application receives in a full context, without files if one of them breaks the answer. Throws
 * {@link CommandError}, also if only a cache answers.
 */
async function pullContext({ now, elements, ...source }, context) {
    const asked = askedContexts({ now: now.getTime(), elements });
    try {
        return await pullOf({ ...source, asked }, { context, content: 'values and files' });
    }
    catch (error) {
        if (error instanceof _answer_js__WEBPACK_IMPORTED_MODULE_1__/* .ReadCrashed */ .RW)
            throw pullFailed(error);
        if (error instanceof _answer_js__WEBPACK_IMPORTED_MODULE_1__/* .ReadNotOffered */ .xy && !(0,_client_js__WEBPACK_IMPORTED_MODULE_2__/* .isOfToken */ .XX)(error))
            throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
                code: 'no-export',
                message: `The server does not offer to read what an application receives (GET /rest/pull: ${error.reason}).`,
            });
        if (!(error instanceof CachedAnswer))
            throw error;
        const message = 'The server returns cached responses to other requests.';
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({
            code: 'pull-cached',
            message,
            hint: 'Try again, or ask the operator of the server to turn off caching.',
        });
    }
}
/** Number bases that keep the head of a request below 8 KiB. */
const BLANKS = 251;
const SEGMENTS = 60;
/**
 * Makes requests that no cached answer fits (behaviour.md, section 13): with a name that no element has in place of a
 * wildcard, or with blanks around `;` and empty segments at the end, which the server ignores.
 *
 * @param now the time in milliseconds, so that every run uses other names
 */
function askedContexts({ now, elements = [] }) {
    let calls = 0;
    const isElement = (name) => elements.some((names) => names.has(name));
    const freshName = () => {
        const name = `x${now.toString(36)}x${(++calls).toString(36)}`;
        return isElement(name) ? freshName() : name;
    };
    return (context) => {
        const names = context.split(';');
        if (!names.includes('*'))
            return withBlanks(names, now + ++calls);
        const name = freshName();
        return names.map((one) => (one === '*' ? name : one)).join(';');
    };
}
/** Encodes a number as blanks around the same elements. */
function withBlanks(names, number) {
    let rest = number;
    const next = (base) => {
        const digit = rest % base;
        rest = Math.floor(rest / base);
        return digit;
    };
    const separated = names.reduce((text, name) => `${text}${' '.repeat(next(BLANKS))};${' '.repeat(next(BLANKS))}${name}`);
    return `${separated}${' '.repeat(next(BLANKS))}${';'.repeat(1 + next(SEGMENTS))}`;
}
/**
 * The state as far as pulls show it, or the reason why the server does not answer them.
 * @param mayBeUnread whether a context that the server cannot show is no error; default: false
 */
async function readByPulls(source, { mayBeUnread = false, ...known }) {
    const requests = contextsOf(source, known);
    const ids = new Set(requests.map(({ id }) => id));
    try {
        const pulls = await (0,_lib_parallel_js__WEBPACK_IMPORTED_MODULE_4__/* .inParallel */ .HN)(requests, async ({ id, ...request }) => {
            const pull = await pullOf(source, request).catch((error) => {
                if (mayBeUnread && error instanceof _answer_js__WEBPACK_IMPORTED_MODULE_1__/* .ReadCrashed */ .RW && error.isOfValue)
                    return UNREAD;
                throw error;
            });
            return [id, request.content === 'values' ? withOwnRows(pull, { id, ids }) : pull];
        });
        const unread = requests.flatMap(({ context }, i) => (pulls[i]?.[1].isUnread ? [context] : []));
        return { state: (0,_pulled_state_js__WEBPACK_IMPORTED_MODULE_3__/* .pulledState */ .AP)(new Map(pulls), { ...known, listed: source.listed }), unread };
    }
    catch (error) {
        // Not a missing read: with another token it would work.
        if (error instanceof _answer_js__WEBPACK_IMPORTED_MODULE_1__/* .ReadNotOffered */ .xy && (0,_client_js__WEBPACK_IMPORTED_MODULE_2__/* .isOfToken */ .XX)(error))
            throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({ code: error.code, message: error.message, hint: error.hint });
        if (error instanceof _answer_js__WEBPACK_IMPORTED_MODULE_1__/* .ReadNotOffered */ .xy)
            return { refusal: error.reason };
        if (error instanceof CachedAnswer)
            return { refusal: 'it returns cached responses to other requests' };
        throw error instanceof _answer_js__WEBPACK_IMPORTED_MODULE_1__/* .ReadCrashed */ .RW ? pullFailed(error) : error;
    }
}
const UNREAD = { values: [], isUnread: true };
/** An invalid Map or List breaks every pull of its context (behaviour.md, section 8). */
function pullFailed({ code, message, hint, isOfValue }) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({ code, message, hint: isOfValue ? INVALID_VALUE : hint });
}
const INVALID_VALUE = 'A Map or List value that does not fit its type breaks this read. If a key of this project has it, `apply` writes it again; otherwise correct it on the server.';
/** Drops the rows of other requested contexts, which would fill the memory. */
function withOwnRows(pull, { id, ids }) {
    const values = pull.values.filter(({ context }) => {
        const row = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .contextId */ .PF)((0,_model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .contextIn */ .PO)(context));
        return row === id || !ids.has(row);
    });
    return { ...pull, values };
}
/**
 * Every context in desired or the baseline whose elements exist: others have no rows. Files are requested only for
 * contexts with a declared file.
 */
function contextsOf({ depth, elements, prune }, { desired, baseline }) {
    const requests = new Map();
    const add = (context, content) => {
        const id = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .contextId */ .PF)(context);
        if (content === 'values' && requests.has(id))
            return;
        requests.set(id, { id, context: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .fullContext */ .NH)(context, depth), content });
    };
    for (const state of baseline === undefined ? [desired] : [desired, baseline]) {
        for (const { item, row } of (0,_model_state_js__WEBPACK_IMPORTED_MODULE_6__/* .rowsIn */ .Nn)(state))
            add(row.context, item.kind === 'key' ? 'values' : 'values and files');
    }
    if (prune === 'all')
        add(_model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .EVERYWHERE */ .Zh, 'values and files');
    const possible = [...requests.values()].filter(({ context }) => isPossible(context, elements));
    if (possible.length > 0)
        return possible;
    // One pull shows whether the server answers at all.
    return [{ id: _model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .EVERYWHERE */ .Zh, context: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .fullContext */ .NH)(_model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .EVERYWHERE */ .Zh, depth), content: 'values' }];
}
function isPossible(context, elements) {
    const names = context.toLowerCase().split(';');
    return names.every((name, level) => name === '*' || (elements?.[level]?.has(name) ?? true));
}
async function pullOf(source, { context, content }) {
    return askContext(source, { context, content }).catch((error) => {
        // A file that cannot be rendered breaks the whole answer.
        if (error instanceof _answer_js__WEBPACK_IMPORTED_MODULE_1__/* .ReadCrashed */ .RW && content === 'values and files')
            return askContext(source, { context, content: 'values' });
        throw error;
    });
}


/***/ }),

/***/ 9341:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TW: () => (/* binding */ UNKNOWN_REFUSALS),
/* harmony export */   V_: () => (/* binding */ isQuotedAs),
/* harmony export */   pk: () => (/* binding */ readReason)
/* harmony export */ });
/* harmony import */ var _semantics_refusals_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(144);
// Reads why the server refused a request, from the `ETag` of its answer (behaviour.md, section 5.1).

/** Codes for a push and a read with an unknown reason, or none. */
const UNKNOWN_REFUSALS = { push: 'push-refused', read: 'read-refused' };
/** More characters than any sentence has. */
const SENTENCE_END = 400;
/**
 * Reads an `ETag` as the server writes it, `"<sentence>; {entry}"` with unescaped inner quotes, and as proxies may
 * change it: weak, escaped, without quotes, cut off.
 */
function readReason(etag) {
    if (etag === undefined || etag.trim() === '')
        return { message: 'The server gave no reason.' };
    const text = etag.replace(/^\s*(?:W\/)?["'\\\s]*/, '');
    const entry = entryOf(text);
    // Only known sentences are shown: any other could contain a value.
    const known = Object.values(_semantics_refusals_js__WEBPACK_IMPORTED_MODULE_0__/* .REFUSALS */ .a).find((one) => beginsWith(text, (0,_semantics_refusals_js__WEBPACK_IMPORTED_MODULE_0__/* .shownSentence */ .Z)(one)));
    if (known === undefined)
        return { message: 'The server gave an unknown reason.', ...entry };
    const { code, hint, isPassing } = known;
    return { code, message: (0,_semantics_refusals_js__WEBPACK_IMPORTED_MODULE_0__/* .shownSentence */ .Z)(known), hint, ...(isPassing && { isPassing }), ...entry };
}
/** Whether a text begins with a complete sentence: blanks may be doubled, and only the entry or quotes may follow. */
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
/** Whether a text, quoted in a header, reads as `quoted`. */
function isQuotedAs(text, quoted) {
    return headerForms(text).includes(quoted);
}
/**
 * How a text may appear in a header (behaviour.md, section 5.3): as the server writes it, in Latin-1 with a blank for
 * every other character, or as UTF-8 bytes, as a server behind a gateway may write it. Node reads both as Latin-1.
 */
function headerForms(text) {
    return [text.replace(/[\u007f\u0100-\uffff]/g, ' '), Buffer.from(text, 'utf8').toString('latin1')];
}
/** @param text the reason from the `{` of the entry */
function readEntry(text) {
    const json = /^\{\s*\\+"/.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;
    const { key, file, context, value, levels } = parsed(completeObject(json));
    return {
        ...(typeof key === 'string' && { key }),
        ...(typeof file === 'string' && { file }),
        ...(typeof context === 'string' ? { context } : contextOf(levels)),
        ...((typeof value === 'string' || value === null) && { value }),
    };
}
/** A string, possibly cut off, or a punctuation mark. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],]/gs;
/**
 * The object without the text after it. If it is cut off, its complete members without the last one, because the quote
 * that ends the header may look like its own.
 */
function completeObject(json) {
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
/** An access rule names the elements of a context, broadest first, and none for `*` (behaviour.md, section 5.1). */
function contextOf(levels) {
    if (!Array.isArray(levels) || levels.length === 0)
        return {};
    const elements = levels.map((level) => {
        const name = level !== null && typeof level === 'object' && 'n' in level ? level.n : '*';
        return typeof name === 'string' ? name : '*';
    });
    return { context: elements.join(';') };
}


/***/ }),

/***/ 4009:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jb: () => (/* binding */ readExport),
/* harmony export */   NU: () => (/* binding */ readRepositories),
/* harmony export */   Sq: () => (/* binding */ readKeyData),
/* harmony export */   _U: () => (/* binding */ infoOf),
/* harmony export */   mQ: () => (/* binding */ countsOf),
/* harmony export */   on: () => (/* binding */ readDetail),
/* harmony export */   ym: () => (/* binding */ ShapeError)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6616);
// Parses the server's JSON into State and other types (interface.md; behaviour.md, section 13).


/** The answer is JSON, but not of the documented shape. */
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
            ...(typeof one.keyCount === 'number' && { keyCount: one.keyCount }),
            ...(typeof one.valueCount === 'number' && { valueCount: one.valueCount }),
            levels: texts(one.context, '`context`'),
        };
    });
}
/** `undefined` unless the server counts both. */
function countsOf({ keyCount, valueCount }) {
    if (keyCount === undefined || valueCount === undefined)
        return undefined;
    return { keys: keyCount, values: valueCount };
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
/** `{}` means that the key does not exist. */
function readKeyData(json) {
    const one = object(json, 'the data of a key');
    if (typeof one.key === 'string')
        return keyOf(one);
    if (Object.keys(one).length === 0)
        return undefined;
    throw new ShapeError('the data of a key has no `key`');
}
/** An export → State. Counts inactive rows, which a push cannot see, and duplicate rows of a context. */
function readExport(json) {
    const [keys, files] = [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .emptyState */ .p$)(), (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .emptyState */ .p$)()];
    for (const item of list(object(json, 'an export').data, '`data`')) {
        const entry = object(item, 'a member of `data`');
        if (typeof entry.key === 'string')
            addKey(keys, entry);
        else if (typeof entry.file === 'string')
            addFile(files, entry);
        else
            throw new ShapeError('a member of `data` has neither `key` nor `file`');
    }
    return { items: new Map([...keys.items, ...files.items]) };
}
function addKey(state, entry) {
    const key = { ...keyOf(entry), rows: new Map() };
    state.items.set((0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .itemId */ .XG)(key), key);
    for (const item of entry.values === undefined ? [] : list(entry.values, '`values`')) {
        const row = object(item, 'a value');
        if (row.active === false) {
            key.inactive = (key.inactive ?? 0) + 1;
            continue;
        }
        const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextIn */ .PO)(text(row, 'context'));
        const id = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextId */ .PF)(context);
        const known = key.rows.get(id);
        const value = typeof row.value === 'string' ? row.value : null;
        if (known === undefined)
            key.rows.set(id, { context, text: value });
        else {
            known.duplicates = (known.duplicates ?? 0) + 1;
            known.texts = [...(known.texts ?? [known.text]), value];
        }
    }
}
function addFile(state, entry) {
    const path = text(entry, 'file');
    const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextIn */ .PO)(text(entry, 'context'));
    const known = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .rowAt */ .ce)(state, { id: (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .fileId */ .qp)(path), context: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_1__/* .contextId */ .PF)(context) });
    if (known !== undefined) {
        known.duplicates = (known.duplicates ?? 0) + 1;
        return;
    }
    const file = { context, text: typeof entry.content === 'string' ? entry.content : '' };
    if (typeof entry.securityGroup === 'string')
        file.securityGroup = entry.securityGroup;
    (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .addFileRow */ .Q4)(state, path, file);
}
function keyOf(entry) {
    const key = {
        kind: 'key',
        name: text(entry, 'key'),
        deprecated: entry.deprecated === true,
        push: entry.push === true,
    };
    if (typeof entry.vdt === 'string' && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_0__/* .isVdt */ .PB)(entry.vdt))
        key.vdt = entry.vdt;
    else
        throw new ShapeError(`the key ${key.name} has an unknown type`);
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
        throw new ShapeError(`${what} contains something other than strings`);
    });
}
function text(json, name) {
    const member = json[name];
    if (typeof member === 'string')
        return member;
    throw new ShapeError(`\`${name}\` is not a string`);
}
/** The repository in the list. */
function infoOf(all, { account, name }) {
    return all.find((one) => one.account === account && one.name === name);
}


/***/ }),

/***/ 1799:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Lb: () => (/* binding */ replacePlaceholders),
/* harmony export */   Qf: () => (/* binding */ placeholdersIn),
/* harmony export */   mM: () => (/* binding */ escapedPlaceholders),
/* harmony export */   xp: () => (/* binding */ renderedIn)
/* harmony export */ });
// Placeholders `${key}` in files: finding and replacing them (behaviour.md, section 11).
const BLANKS = '[ \\t\\n\\x0b\\f\\r]*';
const NAME = '[[\\]()*\\-._+a-zA-Z0-9]+';
/** Placeholders that count when a file is saved: not those after a backslash. */
const USED = new RegExp(`(?<!\\\\)\\$\\{${BLANKS}(${NAME})${BLANKS}\\}`, 'g');
/** Placeholders after a backslash: ignored when the file is saved, but not when it is read. */
const ESCAPED = new RegExp(`\\\\\\$\\{${BLANKS}(${NAME})${BLANKS}\\}`, 'g');
/** Placeholders replaced when a file is read, even after a backslash; names begin and end with a word character. */
const RENDERED = new RegExp(`\\$\\{${BLANKS}\\b(${NAME})\\b${BLANKS}\\}`, 'g');
/** Names of the keys that a content uses, in the spelling of their first use. */
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
/** Names after a backslash: the server creates no keys for them, but replaces them like others. */
function escapedPlaceholders(content) {
    if (!content.includes('\\${'))
        return [];
    return [...new Set(Array.from(content.matchAll(ESCAPED), ([, name = '']) => name))];
}
/** Names of the keys replaced when the file is read, as written. */
function renderedIn(content) {
    return Array.from(content.matchAll(RENDERED), ([, name = '']) => name);
}
/** Replaces placeholders, then removes remaining backslashes before `${`. */
function replacePlaceholders(content, textOf) {
    if (!content.includes('${'))
        return content;
    return content.replace(RENDERED, (_, name) => textOf(name)).replaceAll('\\${', '${');
}


/***/ }),

/***/ 144:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ shownSentence),
/* harmony export */   a: () => (/* binding */ REFUSALS)
/* harmony export */ });
// The refusals of the server (behaviour.md, section 5.1): a sentence, and the code and advice for it.
/** The client reads by it, and the embedded server writes by it. In the order of the page about them. */
const REFUSALS = {
    INVALID_TOKEN: {
        code: 'token-unknown',
        sentence: 'Invalid API token.',
        hint: 'Check CONFIGHUB_TOKEN (input `token`): the server does not know this token.',
    },
    EXPIRED_TOKEN: {
        code: 'token-expired',
        sentence: 'API token has expired.',
        hint: "Create a new token in the server's web interface.",
    },
    INACTIVE_TOKEN: {
        code: 'token-inactive',
        sentence: 'API token is not active.',
        hint: "Activate the token in the server's web interface, or use another one.",
    },
    NO_PUSH_WITHOUT_TOKEN: {
        code: 'push-needs-token',
        sentence: 'This repository does not allow API Push without specifying a token',
        hint: 'Provide a token (CONFIGHUB_TOKEN, input `token`), or allow access without one in the settings of the repository.',
    },
    NO_PULL_WITHOUT_TOKEN: {
        code: 'read-needs-token',
        sentence: 'This repository does not allow API Pull without specifying a token',
        hint: 'Provide a token (CONFIGHUB_TOKEN, input `token`), or allow access without one in the settings of the repository.',
    },
    ACCESS_DENIED: {
        code: 'access-denied',
        sentence: 'You do not have write access for specified context.',
        hint: "The access rules of the token's team forbid this: change them, or use a token of another team.",
    },
    KEY_CREATION: {
        code: 'key-creation-off',
        sentence: 'Property key creation is disabled by default for API Push requests.  See documentation for options.',
        hint: 'The key does not exist on the server, or no longer does: plan again.',
    },
    PUSH_DISABLED: {
        code: 'key-locked',
        sentence: 'Push updates are disabled for specified key.',
        hint: "The key is locked (`push: false`): use a token that may override the lock, or unlock the key in the server's web interface.",
    },
    KEY_USED: {
        code: 'key-used',
        sentence: 'This key is used in at least one file, and cannot be deleted.',
        hint: 'Remove the placeholder from the file, or keep the key.',
    },
    KEY_BLANK: {
        code: 'key-blank',
        sentence: 'Key cannot be blank.',
        hint: 'Give the key a name.',
    },
    ILLEGAL: {
        code: 'name-illegal',
        sentence: 'Names may only contain alphanumeric characters or single hyphens, and cannot begin or end with a hyphen.',
        hint: 'The name of a key or context element contains characters that the server does not accept: rename it.',
    },
    CONTEXT_NOT_SPECIFIED: {
        code: 'context-missing',
        sentence: 'Value context not specified.',
        hint: 'A value has no context: add one.',
    },
    SCOPE: {
        code: 'context-shape',
        sentence: 'Context items specified are outside of repository context scope.',
        hint: 'The number of context elements does not match the repository: write one for each level.',
    },
    INVALID_TYPE: {
        code: 'context-shape',
        sentence: 'Invalid type specified.',
        hint: 'A context has more elements than the server accepts: write one for each level.',
    },
    INVALID_VALUE: {
        code: 'value-type',
        sentence: 'Value specified is not valid format for key specified Value-Data-Type.',
        hint: 'The value is not valid for the type of its key: correct the value or the `vdt`.',
    },
    GROUP_CONFLICT: {
        code: 'group-conflict',
        sentence: 'Group-Member conflict.',
        hint: 'Two context groups with a common member both have a value: keep one.',
    },
    PROP_DUPLICATION: {
        code: 'duplicate-row',
        sentence: 'Another value with the same context exists.',
        hint: 'The server stores this value twice, and deleting it removes one copy. An apply does this first if it can export the repository.',
    },
    FILE_DUPLICATION: {
        code: 'duplicate-row',
        sentence: 'Another file with the same context exists.',
        hint: 'The server stores this file twice: delete the duplicate in its web interface.',
    },
    BLANK_NAME: {
        code: 'file-path',
        sentence: 'Name cannot be empty.',
        hint: 'The path of a file ends with `/` or is blank: add the file name.',
    },
    MISSING_PARAMS: {
        code: 'file-new-key',
        sentence: 'Required parameters not specified.',
        hint: 'The file refers to a key that does not exist yet: apply the key first.',
    },
    FILE_NOT_FOUND: {
        code: 'file-unknown',
        sentence: 'Specified file is not found.',
        hint: 'A FileRef or FileEmbed value refers to a file that is not in the repository: correct the path.',
    },
    CIRCULAR: {
        code: 'file-circle',
        sentence: 'Circular reference found among files referenced by resolved values of keys defined within the files.',
        hint: 'A file embeds itself through its keys: break the cycle.',
    },
    MISSING_GROUP: {
        code: 'security-group-unknown',
        sentence: 'Security profile specified is no longer available.',
        hint: "The security group does not exist: correct its name, or create the group in the server's web interface.",
    },
    INVALID_PASSWORD: {
        code: 'secret-locked',
        sentence: 'Invalid password specified.',
        hint: 'The password of the security group is wrong, or the token does not have the group of the item.',
    },
    DECRYPTION: {
        code: 'secret-unreadable',
        sentence: 'Unable to decrypt specified value with provided password.',
        hint: 'The item is encrypted with another password: use a token of its security group.',
    },
    CONSTRAINT: {
        code: 'constraint',
        sentence: 'A relationship to another item exists, preventing this transaction.',
        hint: 'Another client may have changed the repository at the same time: plan again.',
        isPassing: true,
    },
    SERVER_ERROR: {
        code: 'server-error',
        sentence: 'We have encountered an error - please try again. If the problem persists please contact support.',
        hint: 'Another client may have changed the repository at the same time: plan again.',
        isPassing: true,
    },
    GENERIC: {
        code: 'push-not-understood',
        sentence: 'Posted data is not in expected JSON format.  Consult the API documentation for formatting specifications.',
        hint: 'The server could not read the push: check that the account and the repository exist.',
    },
    NOT_QUALIFIED: {
        code: 'context-not-full',
        sentence: 'Specified context not fully qualified.',
        hint: 'A read names a context with a wildcard: use one element for each level.',
    },
    TAG_NOT_FOUND: {
        code: 'tag-unknown',
        sentence: 'Specified repository tag not found.',
        hint: 'A read names a tag that the repository does not have: correct it.',
    },
    // Sic: without the closing quote.
    DATE_FORMAT: {
        code: 'date-format',
        sentence: "Invalid date format.  Expected 'ISO 8601' format: 'YYYY-MM-DDTHH:MM:SSZ",
        hint: 'A read names a time in another format: use the one that the server expects.',
    },
};
/** The sentence as it is shown, and as a proxy may shorten it: with one blank where the server writes two. */
function shownSentence({ sentence }) {
    return sentence.replace(/ {2,}/g, ' ');
}


/***/ }),

/***/ 4945:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AY: () => (/* binding */ winnersOf),
/* harmony export */   Rq: () => (/* binding */ receivedText),
/* harmony export */   gj: () => (/* binding */ rendered)
/* harmony export */ });
/* harmony import */ var _lib_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8173);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);
/* harmony import */ var _placeholders_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1799);
/* harmony import */ var _resolution_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2811);
// What an application receives: the rows that win in one context, and texts with their placeholders replaced.





/** What the server renders for a missing value or file. */
const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';
/** A content as an application receives it (behaviour.md, section 11). */
function rendered(content, { standingFor, embedded }) {
    return (0,_placeholders_js__WEBPACK_IMPORTED_MODULE_1__/* .replacePlaceholders */ .Lb)(content, (name) => {
        const value = standingFor(name);
        if (value === undefined)
            return NO_VALUE;
        const { vdt, text, isNoPath = false } = value;
        if (vdt === 'FileEmbed' && !isNoPath)
            return text === null ? '' : (embedded(text) ?? NO_FILE);
        if (text === null)
            return (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .isFilePath */ .ig)(vdt) ? '' : 'null';
        return text.replaceAll('\\', '\\\\');
    });
}
/** A value as an application receives it: a Map or a List as JSON, everything else as stored. */
function receivedText(vdt, text) {
    if (text === null || (vdt !== 'Map' && vdt !== 'List'))
        return text;
    const parsed = (0,_lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseLenientJson */ .Ri)(text);
    return 'value' in parsed ? (0,_lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .compactJson */ .Ar)(parsed.value) : text;
}
/**
 * The rows of a state that win in one context, by item. What must not exist (`opp: delete`) wins nothing. In a tie, the
 * first row of the state wins.
 */
function winnersOf({ items }, { weigh, depth }) {
    const found = [...items].flatMap(([id, item]) => {
        const rows = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .stands */ .Ed)(item) ? [...item.rows.values()].filter(_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .stands */ .Ed) : [];
        const full = rows.map((row, serial) => ({ row, serial, context: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_3__/* .fullContext */ .NH)(row.context, depth) }));
        const row = (0,_resolution_js__WEBPACK_IMPORTED_MODULE_4__/* .heaviest */ .iS)(full, weigh)?.row;
        return row === undefined ? [] : [[id, { item, row }]];
    });
    return new Map(found);
}


/***/ }),

/***/ 2811:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ke: () => (/* binding */ inConflict),
/* harmony export */   f2: () => (/* binding */ indexGroups),
/* harmony export */   iS: () => (/* binding */ heaviest),
/* harmony export */   mm: () => (/* binding */ weightOf),
/* harmony export */   qM: () => (/* binding */ weigher)
/* harmony export */ });
// Which row answers a context: weights, context groups, and conflicting rows (behaviour.md, section 14).
function indexGroups(levels, groups) {
    const members = levels.map((level) => {
        const ofLevel = groups.filter((group) => group.level === level);
        return new Map(ofLevel.map(({ name, members }) => [lower(name), new Set(members.map(lower))]));
    });
    return { depth: levels.length, members };
}
/** Weight of an element at the last level; each level before it counts half. */
const FULL_WEIGHT = 5120;
/** Weight of a full context. A group weighs slightly less than an element, and less still at broader levels. */
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
/** Returns a cached function: the weight of a row's context if it answers the request, otherwise `undefined`. */
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
/** The row with the highest weight. In a tie the server takes any; this takes the oldest and calls `onTie`. */
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


/***/ })

};
