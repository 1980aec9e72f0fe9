export const id=230;export const ids=[230];export const modules={1230:((e,t,n)=>{n.r(t),n.d(t,{init:()=>a,projectFile:()=>o});var r=n(8815),i=n(452);function a(e){if(e.config.includes(`/`)||e.config.includes(`\\`))throw new i.Q({code:`bad-option`,message:`init writes into the working directory only.`,hint:`Change into that folder and run init there.`});return[{path:e.config,content:o(e)},{path:`config/first.yaml`,content:`# Keys with one value for every context, or with a value per context.
keys:
  shop.title: Corner Shop

  db.host:
    readme: Host of the orders database.
    values:
      "*": db.dev.internal
      # Production;*: db.prod.internal      # one element per level, * for any

  db.pool.size: { vdt: Integer, value: 10 }

  # db.password: { value: { env: DB_PASSWORD } }    # from the environment, masked everywhere

# Whole files, with a content per context.
# files:
#   nginx/app.conf:
#     "*": { path: files/app.conf }
`}]}function o({url:e,repository:t,prune:n,levels:i}){let a=(0,r.Tp)(i===void 0?c:s(i));return e!==void 0&&a.set(`url`,e),t!==void 0&&a.set(`repository`,`${t.account}/${t.name}`),n!==void 0&&a.set(`prune`,n),a.toString({lineWidth:0,flowCollectionPadding:!1})}function s(e){let t=e.map(e=>/^[a-z][\w -]*\w$/i.test(e)?e:JSON.stringify(e));return c.replace(/^# levels: \[.*\]/m,()=>`levels: [${t.join(`, `)}]`)}let c=`# What confighub-sync keeps in step, and with which repository.
version: 1
url: https://config.example.com # base address of the server
repository: acme/shop # account/name
# levels: [Environment, Application] # checked against the server's context levels
include: ["config/**/*.{yaml,yml,json}"]
# allowNewContexts: [Staging] # context elements that a push may create, for ever
# forceKeyPush: true # the token may push keys that are locked (push: false)
# limits: { deletes: 30%, updates: 30%, existing: 10, maxDeletes: 100, maxUpdates: 1000 } # more than this needs --force
# batch: 100 # cut large pushes into smaller ones, faster and no longer all or nothing
# redact: ["*.license"] # masked in every output, besides names like password, secret and token
prune: managed # managed: delete only what was applied from here | all: whatever is not declared | none
`})};