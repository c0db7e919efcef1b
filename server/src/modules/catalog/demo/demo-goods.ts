/** The invented products of the demo brands, grouped by range. */

/** Each choice is a variant; a product without choices has one variant. */
type DemoGood = [name: string, wholesaleMinor: number, dimensions: string | null, ...choices: string[]]

export interface DemoRange {
  code: string
  language: string
  vatRate: number
  unitMultiplier: number
  productTypeId: number
  tags: string[]
  /** Appended to the name in the description. */
  about: string
  netWeight?: string
  capacity?: string
  goods: DemoGood[]
}

export const ALDER_WICK: DemoRange[] = [
  {
    code: 'CND',
    language: 'en',
    vatRate: 21,
    unitMultiplier: 6,
    productTypeId: 12,
    tags: ['tags_handmade', 'tags_vegan'],
    about: 'Poured by hand in small batches, with a cotton wick that burns evenly to the end.',
    netWeight: '480G',
    goods: [
      ['Beeswax pillar', 945, '7x7x15', 'Ochre', 'Ivory', 'Moss', 'Slate'],
      ['Twisted taper pair', 620, '2x2x25', 'Plum', 'Ivory', 'Rust'],
      ['Linen wick tealights', 340, '4x4x2', 'Twelve', 'Twenty-four'],
      ['Harvest jar candle', 1150, '8x8x9', 'Fig leaf', 'Quince', 'Wet stone', 'Oakmoss'],
      ['Travel tin candle', 580, '6x6x4', 'Fig leaf', 'Cedar smoke', 'Salt air'],
      ['Floating moon candle', 290, '5x5x4'],
      ['Hallway lantern candle', 1480, '10x10x18', 'Tall', 'Wide'],
    ],
  },
  {
    code: 'SCN',
    language: 'en',
    vatRate: 21,
    unitMultiplier: 6,
    productTypeId: 14,
    tags: ['tags_cruelty_free', 'tags_eco_friendly'],
    about: 'Blended from plant oils and left to rest for a month before it is filled.',
    capacity: '200ML',
    goods: [
      ['Reed diffuser', 1320, '7x7x20', 'Salt air', 'Tomato vine', 'Cedar smoke'],
      ['Linen spray', 710, '5x5x17', 'Line-dried', 'Lavender'],
      ['Drawer sachet', 390, '10x8x2', 'Lavender', 'Cedar', 'Rose', 'Hops'],
      ['Incense bundle', 450, '22x3x3', 'Juniper', 'Resin', 'Hay'],
      ['Cedar shoe blocks', 520, '12x6x3'],
      ['Bath salts', 680, '9x9x12', 'Pine needle', 'Chamomile', 'Sea kelp'],
    ],
  },
  {
    code: 'LIN',
    language: 'fr',
    vatRate: 20,
    unitMultiplier: 3,
    productTypeId: 21,
    tags: ['tags_eco_friendly'],
    about: 'Tissé en lin lavé, doux dès le premier jour et plus beau à chaque lessive.',
    goods: [
      ['Nappe en lin lavé', 3400, '150x250', 'Craie', 'Argile', 'Olive'],
      ['Serviettes par quatre', 1650, '45x45', 'Craie', 'Argile', 'Olive', 'Nuit'],
      ['Torchon à rayures', 720, '50x70', 'Bleu', 'Rouge', 'Vert'],
      ['Tablier croisé', 2100, '90x100', 'Sable', 'Encre', 'Argile'],
      ['Manique ronde', 480, '20x20', 'Sable', 'Argile'],
      ['Sac à pain', 640, '30x40'],
    ],
  },
  {
    code: 'WOD',
    language: 'nl',
    vatRate: 21,
    unitMultiplier: 3,
    productTypeId: 31,
    tags: ['tags_handmade', 'tags_zero_waste'],
    about: 'Gedraaid uit essenhout van omgewaaide bomen en afgewerkt met lijnolie.',
    goods: [
      ['Snijplank met oor', 1850, '40x20x2', 'Klein', 'Groot'],
      ['Kandelaar van essen', 980, '8x8x12', 'Laag', 'Midden', 'Hoog'],
      ['Saladekom', 2950, '28x28x11'],
      ['Roerlepel', 410, '30x5x1', 'Recht', 'Schuin'],
      ['Eierdopjes', 870, '5x5x6', 'Twee', 'Zes'],
      ['Lucifershouder', 560, '6x6x7', 'Naturel', 'Gerookt'],
    ],
  },
  {
    code: 'SOP',
    language: 'fr',
    vatRate: 20,
    unitMultiplier: 12,
    productTypeId: 16,
    tags: ['tags_organic', 'tags_cruelty_free', 'tags_vegan'],
    about: 'Saponifié à froid, séché six semaines, sans parfum de synthèse.',
    netWeight: '100G',
    goods: [
      ['Savon surgras', 260, '8x6x3', 'Avoine', 'Argile verte', 'Charbon', 'Calendula'],
      ['Shampoing solide', 430, '7x7x3', 'Ortie', 'Romarin', 'Avoine'],
      ['Savon de cuisine', 290, '8x6x4', 'Citron', 'Café'],
      ['Baume à lèvres', 220, '2x2x7', 'Miel', 'Menthe'],
      ['Porte-savon en grès', 540, '12x9x2', 'Blanc', 'Gris'],
    ],
  },
  {
    code: 'PAN',
    language: 'en',
    vatRate: 6,
    unitMultiplier: 12,
    productTypeId: 41,
    tags: ['tags_organic'],
    about: 'Made in copper pans from fruit picked within a day, with little sugar and nothing else.',
    netWeight: '250G',
    goods: [
      ['Orchard jam', 310, '7x7x9', 'Damson', 'Greengage', 'Bramble', 'Quince'],
      ['Heather honey', 540, '7x7x9', 'Set', 'Runny', 'Comb'],
      ['Seeded crackers', 240, '18x12x5', 'Rye', 'Poppy', 'Caraway', 'Linseed'],
      ['Smoked sea salt', 380, '6x6x8'],
      ['Orchard vinegar', 460, '6x6x22', 'Pear', 'Sour cherry'],
      ['Hazelnut spread', 495, '7x7x9', 'Plain', 'Cocoa'],
      ['Herb infusion', 350, '9x9x14', 'Verbena', 'Lime blossom', 'Nettle', 'Mint'],
    ],
  },
  {
    code: 'SWT',
    language: 'en',
    vatRate: 6,
    unitMultiplier: 12,
    productTypeId: 42,
    tags: ['tags_bestseller'],
    about: 'Tempered slowly and broken by hand; keep it cool and it lasts a year.',
    netWeight: '80G',
    goods: [
      ['Hearth chocolate', 285, '16x8x1', 'Dark', 'Milk', 'Sea salt', 'Rye crumb'],
      ['Candied orange peel', 420, '10x10x4'],
      ['Butter caramels', 360, '12x8x4', 'Plain', 'Salted', 'Ginger'],
      ['Almond brittle', 330, '12x8x4', 'Plain', 'Sesame'],
      ['Cellar truffles', 610, '12x12x4'],
    ],
  },
  {
    code: 'CEL',
    language: 'en',
    vatRate: 21,
    unitMultiplier: 6,
    productTypeId: 51,
    tags: ['tags_contains_alcohol'],
    about: 'Steeped for a season in glass, strained twice and bottled without filtering.',
    capacity: '500ML',
    goods: [
      ['Sloe liqueur', 1480, '8x8x24', 'Half litre', 'Miniature'],
      ['Orchard cider', 420, '7x7x28', 'Dry', 'Still', 'Sweet'],
      ['Herb bitters', 990, '5x5x15'],
      ['Rhubarb cordial', 470, '7x7x26', 'Plain', 'Ginger', 'Rose'],
    ],
  },
  {
    code: 'PAP',
    language: 'de',
    vatRate: 19,
    unitMultiplier: 6,
    productTypeId: 61,
    tags: ['tags_zero_waste', 'tags_eco_friendly'],
    about: 'Von Hand gebunden, aus Papier, das ohne Bleiche auskommt und jede Tinte mag.',
    goods: [
      ['Notizbuch mit Fadenbindung', 780, '15x21', 'Liniert', 'Blanko', 'Punktraster'],
      ['Grußkarten im Bündel', 540, '11x15', 'Zweige', 'Vögel', 'Muscheln'],
      ['Geschenkpapier', 190, '50x70', 'Moos', 'Ocker', 'Nacht', 'Kreide'],
      ['Wandkalender', 690, '30x42'],
      ['Siegelwachs', 330, '1x1x9', 'Rot', 'Gold', 'Schwarz'],
      ['Bleistifte im Etui', 450, '19x5x2', 'Weich', 'Hart'],
    ],
  },
  {
    code: 'BSK',
    language: 'es',
    vatRate: 21,
    unitMultiplier: 1,
    productTypeId: 71,
    tags: ['tags_handmade'],
    about: 'Trenzado a mano con fibras recogidas tras la lluvia; cada pieza es algo distinta.',
    goods: [
      ['Cesta de esparto', 2250, '35x35x30', 'Pequeña', 'Mediana', 'Grande'],
      ['Bandeja de mimbre', 1700, '45x30x6', 'Natural', 'Tostada', 'Blanca'],
      ['Cesto para leña', 4100, '55x40x40'],
      ['Salvamanteles', 520, '22x22', 'Redondo', 'Cuadrado'],
      ['Panera con tapa', 1950, '38x24x20'],
      ['Macetero trenzado', 1380, '24x24x22', 'Claro', 'Oscuro', 'Verde'],
      ['Abanico de palma', 460, '30x25'],
      ['Posavasos de esparto', 390, '11x11', 'Natural', 'Teñido'],
    ],
  },
]

export const NORTHLIGHT: DemoRange[] = [
  {
    code: 'NLC',
    language: 'en',
    vatRate: 20,
    unitMultiplier: 3,
    productTypeId: 32,
    tags: ['tags_handmade'],
    about: 'Thrown on the wheel in stoneware and fired twice; no two are quite alike.',
    goods: [
      ['Breakfast bowl', 1150, '15x15x7', 'Chalk', 'Tide'],
      ['Pouring jug', 1620, '12x9x18', 'Chalk', 'Tide', 'Ember'],
      ['Bud vase', 780, '7x7x12'],
      ['Supper plate', 1390, '26x26x2', 'Chalk', 'Tide'],
      ['Salt pig', 1480, '11x11x12'],
    ],
  },
]
