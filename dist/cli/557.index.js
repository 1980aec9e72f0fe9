export const id = 557;
export const ids = [557];
export const modules = {

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


/***/ }),

/***/ 4557:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  pushBody: () => (/* binding */ pushBody)
});

// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
;// CONCATENATED MODULE: ./lib/remote/pair.js
function pairs(passwordOf) {
    return (securityGroup) => {
        if (securityGroup === undefined)
            return {};
        const password = passwordOf?.(securityGroup);
        // A guard refuses such a plan; if it ever did not, nothing may be stored in the clear.
        if (password === undefined)
            throw new Error(`no password of the security group ${securityGroup}`);
        return { securityGroup, password };
    };
}

;// CONCATENATED MODULE: ./lib/remote/push-body.js


/**
 * The body of one push of a plan: of all its changes, or of one of its phases. `data` is empty when there is
 * nothing to send.
 */
function pushBody({ changes, passwordOf }, changeComment) {
    const pairOf = pairs(passwordOf);
    const keys = groupByKey(changes);
    const creates = keys.some(({ own }) => own?.action === 'create');
    const data = [
        ...changes.filter((change) => change.kind === 'file').flatMap((change) => fileEntries(change, pairOf)),
        ...keys.flatMap((group) => keyEntries(group, pairOf)),
    ];
    return { changeComment, ...(creates ? { enableKeyCreation: true } : {}), data };
}
function groupByKey(changes) {
    const groups = new Map();
    for (const change of changes) {
        if (change.kind === 'file')
            continue;
        const id = (0,state/* keyId */.xs)(change.key);
        const group = groups.get(id) ?? { name: change.key, upserts: [], deletes: [] };
        groups.set(id, group);
        if (change.kind === 'key')
            group.own = change;
        else if (change.action === 'delete')
            group.deletes.push(change);
        else
            group.upserts.push(change);
    }
    return [...groups.values()];
}
/** A pair goes only with what brings a key into its group; afterwards the token must carry the group (18.14). */
function keyEntries(group, pairOf) {
    const { own } = group;
    if (own?.action === 'delete')
        return deletedKey(group, own);
    const isNewInGroup = own !== undefined && own.before?.securityGroup !== own.after?.securityGroup;
    const pair = isNewInGroup ? pairOf(own.after?.securityGroup) : {};
    return own?.action === 'create' ? newKey(group, { own, pair }) : changedKey(group, pair);
}
/** Born with `push: true`, because a key that is born locked can never be pushed again (18.4). */
function newKey({ name, upserts }, { own, pair }) {
    const { vdt = 'Text', readme, deprecated = false, push = true } = own.after ?? {};
    const text = readme === undefined ? {} : { readme };
    const birth = { key: name, vdt, ...text, ...pair, push };
    if (upserts.length > 0) {
        return [{ ...birth, ...(deprecated ? { deprecated } : {}), values: upserts.map(upsert) }];
    }
    // A key without values is stored only when `push: false` or `deprecated: false` is in its entry (7.5).
    if (!push)
        return [{ ...birth, deprecated }];
    const entries = [{ ...birth, deprecated: false }];
    if (deprecated)
        entries.push({ key: name, vdt, push, deprecated: true });
    return entries;
}
/**
 * A key that only lost what was ours is emptied value by value, and the server drops it with its last one: what
 * others add to it at the same moment stays.
 */
function deletedKey({ name, deletes }, { whole }) {
    if (whole || deletes.length === 0)
        return [{ key: name, opp: 'delete' }];
    return [{ key: name, values: deletes.map(removal) }];
}
function changedKey({ name, own, upserts, deletes }, pair) {
    const vdt = own?.after?.vdt ?? [...upserts, ...deletes][0]?.vdt ?? 'Text';
    const isTyped = own !== undefined && own.before?.vdt !== own.after?.vdt;
    // A new type or a new group makes the server save the key, as a value does.
    const hasTrigger = upserts.length > 0 || isTyped || pair.securityGroup !== undefined;
    const pushComesLast = own !== undefined && needsLastEntry(own, hasTrigger);
    const written = pushComesLast ? withoutPush(own) : own;
    const members = { ...pair, ...metadata(written, hasTrigger) };
    const values = upserts.map(upsert);
    if (written?.anchor !== undefined && changesBoth(written) && values.length === 0 && !isTyped) {
        values.push({ context: written.anchor });
    }
    const entries = [];
    const removals = deletes.map(removal);
    if (Object.keys(members).length > 0 || isTyped || values.length > 0) {
        // An entry that deletes a value leaves the type alone, given or not: a new type needs an entry of its own (18.6).
        const together = isTyped ? values : [...values, ...removals];
        entries.push({ key: name, vdt, ...members, ...(together.length > 0 ? { values: together } : {}) });
        if (isTyped && removals.length > 0)
            entries.push({ key: name, values: removals });
    }
    else if (removals.length > 0) {
        entries.push({ key: name, values: removals });
    }
    const { push = true, deprecated = false } = own?.after ?? {};
    return pushComesLast ? [...entries, { key: name, vdt, push, deprecated }] : entries;
}
/**
 * Locking comes last, because from then on every entry for the key is refused (18.7); and so does `push` where
 * `deprecated` changes too and there is no value to make both stick (18.5).
 */
function needsLastEntry(own, hasTrigger) {
    if (own.before?.push === own.after?.push)
        return false;
    return own.after?.push === false || (changesBoth(own) && !hasTrigger && own.anchor === undefined);
}
function withoutPush(own) {
    const { push: _, ...after } = own.after ?? {};
    return {
        ...own,
        after: { ...after, ...(own.before?.push === undefined ? {} : { push: own.before.push }) },
    };
}
/**
 * The members that change, with what makes them stick: the server stores metadata only when its entry also
 * holds an unchanged `push` or `deprecated`, a new type, or a value (7.4, 18.5).
 */
function metadata(own, hasTrigger) {
    if (own === undefined)
        return {};
    const { before = {}, after = {} } = own;
    const changed = {};
    if (after.readme !== undefined && after.readme !== before.readme)
        changed.readme = after.readme;
    if (after.deprecated !== before.deprecated)
        changed.deprecated = after.deprecated ?? false;
    if (after.push !== before.push)
        changed.push = after.push ?? true;
    if (hasTrigger || Object.keys(changed).length === 0)
        return changed;
    if (changed.push === undefined)
        changed.push = before.push ?? true;
    else if (changed.deprecated === undefined)
        changed.deprecated = before.deprecated ?? false;
    return changed;
}
function changesBoth({ before = {}, after = {} }) {
    return before.push !== after.push && before.deprecated !== after.deprecated;
}
function upsert(change) {
    return { context: change.context, value: change.after ?? null };
}
function removal(change) {
    return { context: change.context, opp: 'delete' };
}
/**
 * The server takes no new file into a group: it is made empty, and brought in by a second entry (18.15). Only a file
 * that is new may name a new key (18.13).
 */
function fileEntries(change, pairOf) {
    const { path: file, context, securityGroup, action } = change;
    const removed = { file, context, opp: 'delete' };
    if (action === 'delete')
        return [removed];
    const written = { file, context, content: change.after ?? '', ...pairOf(securityGroup) };
    if (securityGroup !== undefined && action === 'create')
        return [{ file, context, content: '' }, written];
    return action === 'update' && change.withNewKeys ? [removed, written] : [written];
}


/***/ })

};
