/** What each product of the demo catalog looks like: a drawing of `server/demo-pictures`, and the colour or size of each choice. */

interface Drawing {
  /** The name of the drawing. */
  shape: string
  colour: string
  /** By choice: a colour, a size as a part of the whole, or both. A choice that is not listed has those of the product. */
  choices?: Readonly<Record<string, string | number>>
}

const OAT = '#d9c7a0'
const CLAY = '#b5765a'
const CHALK = '#e9e4d8'
const OLIVE = '#8a8a58'
const NIGHT = '#46506a'
const SAND = '#d3bd94'
const ASH = '#c69c6d'
const WICKER = '#c49a62'
const STRAW = '#cfae6b'
const LAVENDER = '#9a8db8'
const CEDAR = '#a97252'
const TIDE = '#7f9ba3'

/** By the name of the product. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'Beeswax pillar': {
    shape: 'pillar-candle',
    colour: '#cf9f45',
    choices: { Ochre: '#cf9f45', Ivory: '#efe6d0', Moss: '#83905f', Slate: '#77818c' },
  },
  'Twisted taper pair': {
    shape: 'taper-pair',
    colour: '#7d4c66',
    choices: { Plum: '#7d4c66', Ivory: '#efe6d0', Rust: '#b4603c' },
  },
  'Linen wick tealights': { shape: 'tealights', colour: '#eee5cf', choices: { Twelve: 0.86 } },
  'Harvest jar candle': {
    shape: 'jar-candle',
    colour: '#8fa078',
    choices: { 'Fig leaf': '#8fa078', Quince: '#d9b65c', 'Wet stone': '#8b949a', Oakmoss: '#6f7a58' },
  },
  'Travel tin candle': {
    shape: 'tin-candle',
    colour: '#8fa078',
    choices: { 'Fig leaf': '#8fa078', 'Cedar smoke': CEDAR, 'Salt air': '#9fb7c0' },
  },
  'Floating moon candle': { shape: 'floating-candle', colour: '#a9c2cb' },
  'Hallway lantern candle': { shape: 'lantern', colour: '#5c6468', choices: { Tall: 1, Wide: 0.84 } },
  'Reed diffuser': {
    shape: 'diffuser',
    colour: '#9fb7c0',
    choices: { 'Salt air': '#9fb7c0', 'Tomato vine': '#b9694f', 'Cedar smoke': CEDAR },
  },
  'Linen spray': {
    shape: 'spray',
    colour: '#a8bfc9',
    choices: { 'Line-dried': '#a8bfc9', Lavender: LAVENDER },
  },
  'Drawer sachet': {
    shape: 'sachet',
    colour: LAVENDER,
    choices: { Lavender: LAVENDER, Cedar: CEDAR, Rose: '#cf9a9c', Hops: '#a5ad72' },
  },
  'Incense bundle': {
    shape: 'incense',
    colour: '#6d7f70',
    choices: { Juniper: '#6d7f70', Resin: '#b98a4a', Hay: '#cdb873' },
  },
  'Cedar shoe blocks': { shape: 'wood-blocks', colour: '#c08a62' },
  'Bath salts': {
    shape: 'wide-jar',
    colour: '#8aa389',
    choices: { 'Pine needle': '#8aa389', Chamomile: '#e0c777', 'Sea kelp': '#6f9c9a' },
  },
  'Nappe en lin lavé': {
    shape: 'tablecloth',
    colour: CHALK,
    choices: { Craie: CHALK, Argile: CLAY, Olive: OLIVE },
  },
  'Serviettes par quatre': {
    shape: 'napkins',
    colour: CHALK,
    choices: { Craie: CHALK, Argile: CLAY, Olive: OLIVE, Nuit: NIGHT },
  },
  'Torchon à rayures': {
    shape: 'towel',
    colour: '#5f7fa3',
    choices: { Bleu: '#5f7fa3', Rouge: '#b4574c', Vert: '#6f8f6b' },
  },
  'Tablier croisé': {
    shape: 'apron',
    colour: SAND,
    choices: { Sable: SAND, Encre: '#4c5566', Argile: CLAY },
  },
  'Manique ronde': { shape: 'potholder', colour: SAND, choices: { Sable: SAND, Argile: CLAY } },
  'Sac à pain': { shape: 'bread-bag', colour: OAT },
  'Snijplank met oor': { shape: 'board', colour: ASH, choices: { Klein: 0.78 } },
  'Kandelaar van essen': { shape: 'candlestick', colour: ASH, choices: { Laag: 0.72, Midden: 0.86 } },
  Saladekom: { shape: 'bowl', colour: ASH },
  Roerlepel: { shape: 'spoon', colour: ASH, choices: { Schuin: '#b3855a' } },
  Eierdopjes: { shape: 'egg-cups', colour: ASH, choices: { Twee: 0.82 } },
  Lucifershouder: { shape: 'match-holder', colour: ASH, choices: { Gerookt: '#7b5f4a' } },
  'Savon surgras': {
    shape: 'soap',
    colour: OAT,
    choices: { Avoine: OAT, 'Argile verte': '#9fae8a', Charbon: '#6a6a6c', Calendula: '#e2b45c' },
  },
  'Shampoing solide': {
    shape: 'round-soap',
    colour: '#93a67a',
    choices: { Ortie: '#93a67a', Romarin: '#7e9590', Avoine: OAT },
  },
  'Savon de cuisine': {
    shape: 'kitchen-soap',
    colour: '#e3c868',
    choices: { Citron: '#e3c868', Café: '#8a6a50' },
  },
  'Baume à lèvres': { shape: 'lip-balm', colour: '#dba650', choices: { Miel: '#dba650', Menthe: '#93bfa6' } },
  'Porte-savon en grès': {
    shape: 'soap-dish',
    colour: '#b9bcb8',
    choices: { Blanc: '#ebe7de', Gris: '#a9adab' },
  },
  'Orchard jam': {
    shape: 'jam-jar',
    colour: '#6d3f5c',
    choices: { Damson: '#6d3f5c', Greengage: '#a4aa5e', Bramble: '#8c3a4a', Quince: '#d08a4e' },
  },
  'Heather honey': {
    shape: 'honey-jar',
    colour: '#d79a36',
    choices: { Set: '#e3c27c', Runny: '#d79a36', Comb: '#b97c2c' },
  },
  'Seeded crackers': {
    shape: 'cracker-box',
    colour: '#8a9a7a',
    choices: { Rye: '#8a7560', Poppy: '#6c7488', Caraway: '#b28a52', Linseed: '#8a9a7a' },
  },
  'Smoked sea salt': { shape: 'shaker-jar', colour: '#b8b4ac' },
  'Orchard vinegar': {
    shape: 'tall-bottle',
    colour: '#b9b56a',
    choices: { Pear: '#b9b56a', 'Sour cherry': '#a3434c' },
  },
  'Hazelnut spread': { shape: 'jam-jar', colour: '#b48a5a', choices: { Plain: '#b48a5a', Cocoa: '#6b4a3a' } },
  'Herb infusion': {
    shape: 'tea-tin',
    colour: '#a7b77a',
    choices: { Verbena: '#a7b77a', 'Lime blossom': '#d3c87e', Nettle: '#6f8a62', Mint: '#8dbba4' },
  },
  'Hearth chocolate': {
    shape: 'chocolate',
    colour: '#8f5d5a',
    choices: { Dark: '#5d4a58', Milk: '#b9855f', 'Sea salt': '#7f9bab', 'Rye crumb': '#b99a5a' },
  },
  'Candied orange peel': { shape: 'gift-box', colour: '#d98d45' },
  'Butter caramels': {
    shape: 'sweets-bag',
    colour: '#cf9a55',
    choices: { Plain: '#d8ab6a', Salted: '#a9b4b8', Ginger: '#c98440' },
  },
  'Almond brittle': { shape: 'brittle', colour: '#d39a4c', choices: { Plain: '#d39a4c', Sesame: '#c7b07c' } },
  'Cellar truffles': { shape: 'truffles', colour: '#7a5646' },
  'Sloe liqueur': { shape: 'liqueur-bottle', colour: '#5f4668', choices: { Miniature: 0.66 } },
  'Orchard cider': {
    shape: 'cider-bottle',
    colour: '#6f8058',
    choices: { Dry: '#6f8058', Still: '#a89a55', Sweet: '#b8743f' },
  },
  'Herb bitters': { shape: 'bitters-bottle', colour: '#6b5236' },
  'Rhubarb cordial': {
    shape: 'tall-bottle',
    colour: '#cf8086',
    choices: { Plain: '#cf8086', Ginger: '#d39a62', Rose: '#d8a2ad' },
  },
  'Notizbuch mit Fadenbindung': {
    shape: 'notebook',
    colour: '#56698f',
    choices: { Liniert: '#56698f', Blanko: '#8a5670', Punktraster: '#6f8a78' },
  },
  'Grußkarten im Bündel': {
    shape: 'cards',
    colour: '#8aa17c',
    choices: { Zweige: '#8aa17c', Vögel: '#7f9db0', Muscheln: '#d0a58f' },
  },
  Geschenkpapier: {
    shape: 'paper-roll',
    colour: '#7d8c5a',
    choices: { Moos: '#7d8c5a', Ocker: '#c99a3b', Nacht: NIGHT, Kreide: '#d8d4c8' },
  },
  Wandkalender: { shape: 'calendar', colour: '#8fb0b8' },
  Siegelwachs: {
    shape: 'sealing-wax',
    colour: '#a8433c',
    choices: { Rot: '#a8433c', Gold: '#c39a45', Schwarz: '#4a4749' },
  },
  'Bleistifte im Etui': {
    shape: 'pencils',
    colour: '#7f9a8c',
    choices: { Weich: '#7f9a8c', Hart: '#b2604f' },
  },
  'Cesta de esparto': { shape: 'basket', colour: STRAW, choices: { Pequeña: 0.72, Mediana: 0.86 } },
  'Bandeja de mimbre': {
    shape: 'tray',
    colour: WICKER,
    choices: { Natural: '#d2b27c', Tostada: '#a0703f', Blanca: '#e6dfd0' },
  },
  'Cesto para leña': { shape: 'log-basket', colour: WICKER },
  Salvamanteles: { shape: 'trivet', colour: STRAW, choices: { Redondo: STRAW, Cuadrado: '#b99a68' } },
  'Panera con tapa': { shape: 'lidded-basket', colour: WICKER },
  'Macetero trenzado': {
    shape: 'planter',
    colour: STRAW,
    choices: { Claro: '#dcc594', Oscuro: '#8a6440', Verde: '#7f9468' },
  },
  'Abanico de palma': { shape: 'fan', colour: STRAW },
  'Posavasos de esparto': {
    shape: 'coasters',
    colour: STRAW,
    choices: { Natural: STRAW, Teñido: '#7c8fa0' },
  },
  'Breakfast bowl': { shape: 'bowl', colour: CHALK, choices: { Chalk: CHALK, Tide: TIDE } },
  'Pouring jug': { shape: 'jug', colour: CHALK, choices: { Chalk: CHALK, Tide: TIDE, Ember: '#b4633f' } },
  'Bud vase': { shape: 'vase', colour: TIDE },
  'Supper plate': { shape: 'plate', colour: CHALK, choices: { Chalk: CHALK, Tide: TIDE } },
  'Salt pig': { shape: 'salt-pig', colour: '#a7a39a' },
}

/** Choices that have a drawing of their own. */
export const SHAPES_OF_CHOICES: Readonly<Record<string, string>> = { Cuadrado: 'square-trivet' }
