/** People and places of the sample. All are made up; some carry accents, apostrophes and hyphens on purpose. */

export const MEN = {
  old: words(
    "Josiah Amos Elihu Jabez Nathaniel Ezra Thomas Gideon Silas Asa Reuben Peleg Caleb Ichabod Philo Zenas Abner",
  ),
  middle: words(
    "Charles Edwin Lucius Horace Patrick François Otto Warren Albert Jürgen Hiram Walter Cornelius Anders Luther Frank",
  ),
  modern: words(
    "Robert Daniel José Kevin Marcus Andrew Steven Tomás Leonard Raymond Dwight Eugene Samuel Víctor Harold Peter",
  ),
};

export const WOMEN = {
  old: words("Mehitable Patience Abigail Prudence Hannah Keziah Submit Tabitha Lydia Thankful"),
  middle: words("Clara Thérèse Augusta Bridget Lavinia Johanna Harriet Cordelia Zoë Winifred"),
  modern: words("Denise María Karen Joyce Angela Renée Linda Beatriz Carol Yvonne Ruth Siobhán"),
};

export const SURNAMES = {
  old: words(
    "Peck Tull Hollis Marsh Barlow Quimby Fairfield Strong Tillson Wadleigh Crane Pettibone Sewall Ames Thorndike",
    "Loomis Bascom Penniman Hatch O'Hara Culpeper Rudd Vance Whitlock Goodale Sturgis Tenney Bragdon Chace Upham",
    "Beauchêne Van-Alen Prentiss Lunt Dole Sawtelle Hawes Fifield Coffin Drake Winslow Ball Treadwell Kneeland",
  ),
  middle: words(
    "Halvorsen McGrath Lindqvist Delacroix Ahearn Müller Kowalski Boyle Strand Trask Fitzhugh Bellamy Corcoran Hyde",
    "Gallagher Ostrander Pell Swenson Dufresne Kimball Rourke Stark Tolliver Wentworth Yates Brandt Eagan Norcross",
    "Peabody Schuyler Varney Lamb Cutler Fenn Dietz Haskell Mowbray Ketchum Rasmussen Tibbetts Crowell Larrabee",
  ),
  modern: words(
    "Villarreal Nakamura Petrovich Okafor Hendricks Castañeda Rosen Whitehorse Delgado Lindgren Sorensen Baptiste",
    "Ferrara Kaminski Doyle Nguyen Ávila Prescott Hargrove Bjornstad Tremblay Ybarra Underhill Pacheco Osgood",
    "Chandler Mancini Redfern Stavros Templeton Iverson Jacoby Lockhart McElroy Núñez Fontaine Garrity Abbott",
  ),
};

/** Two circuits of judges a jurisdiction are drawn from these. */
export const JUDGES = words(
  "Colton Wick Thorne Hale Lathrop Wetmore Albright Sterling Marchbanks Dunning Ellery Pryor Satterlee Boothe Rand",
  "Whittemore Cardwell Ingalls Greer Holyoke Selden Trowbridge Averill Mayhew Spaulding Nye Rowland Sears Ordway",
);

export const TOWNS = words(
  "Ashby Beacon Calder Dunmore Eastbrook Fairhope Galena Harrow Ipsley Kittery-Falls Lowmoor Milton Newfane Orrin",
  "Penhallow Quarryville Ridgely Selwyn Tarleton Umber Vesper Wexcombe Yarrow Arroyo Cold-Spring Fort-Lacey",
).map((town) => town.replaceAll("-", " "));

export const COUNTIES = words(
  "Adair Bristow Carroway Dearborn Essling Foxhall Grange Hamlin Jessamine Kinross Lorain",
);

export const RIVERS = words(
  "Wapsaw Little-Elk Nonesuch Tamarack Saugamon Bitterroot Moosuc Ottaway Alder Swift",
).map((river) => river.replaceAll("-", " "));

export const ROADS = words("Bittern-Hollow Ridge Mill Old-Post County-Line Ferry Quaker-Hill Sawpit").map(
  (road) => road.replaceAll("-", " "),
);

export const STREETS = words("Canal Chestnut Front Water Union Depot Tanner Court Seventh").map(
  (s) => `${s} Street`,
);

export const COUNT_WORDS = words(
  "two three four five six seven eight nine eleven twelve fourteen seventeen twenty",
);

export const MONTHS = words(
  "January February March April May June July August September October November December",
);

function words(...lines: readonly string[]): string[] {
  return lines.join(" ").split(" ");
}
