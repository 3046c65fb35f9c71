// Plays a game of the engine with itself through Sabaki's GTP controller, and has an analysis
// streamed. Usage: node sabaki.js SPINNEY GAME SIZE

const {Controller} = require('@sabaki/gtp')
const assert = require('node:assert')

const [spinney, game, size] = process.argv.slice(2)

async function main() {
  const engine = new Controller(spinney, ['engine', game, '--playouts', '200'])
  engine.start()
  const send = async (name, ...args) => {
    const response = await engine.sendCommand({name, args})
    assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
    return response.content
  }

  assert.equal(await send('protocol_version'), '2')
  assert((await send('list_commands')).split('\n').includes('genmove'))
  await send('boardsize', ...size.split(' '))
  const unknown = await engine.sendCommand({name: 'dance'})
  assert(unknown.error)

  // An analysis goes on until the next command, as Sabaki's own does.
  let lines = 0
  const analysis = engine.sendCommand({name: 'lz-analyze', args: ['black', '10']}, ({line}) => {
    if (!line.startsWith('info move')) return
    if (++lines === 2) engine.process.stdin.write('\n')
  })
  assert(!(await analysis).error)
  assert(lines >= 2)

  for (let turn = 0; ; turn++) {
    const move = await send('genmove', turn % 2 === 0 ? 'B' : 'W')
    if (move === 'resign') break
  }
  console.log(`${game} was won by ${await send('final_score')}`)
  await engine.stop()
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
