import { useWorld } from "../../../kernel/session/session-context.ts"
import { licences } from "./licences.ts"

export function AboutPage() {
  const app = useWorld((state) => state.app)
  return (
    <>
      <section className="setting">
        <h3>Kibitz {app?.version}</h3>
        <p className="key-state">Run a whole hierarchy of AI agents: look over their shoulder, chime in, and leave again.</p>
        <dl className="facts">
          <dt>Project folder</dt>
          <dd>
            <bdi>{app?.workspace}</bdi>
          </dd>
          <dt>Licence</dt>
          <dd>MIT</dd>
        </dl>
      </section>
      <section className="setting">
        <h3>Built with</h3>
        <dl className="facts">
          {licences.map(({ name, licence }) => (
            <div key={name} className="fact-pair">
              <dt>{name}</dt>
              <dd>{licence}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
