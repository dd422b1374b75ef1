/** Names that one person goes by: usual short forms and spellings in Australia, New Zealand, Britain and America. */
const SAME_NAME = `
alexander alex al alec sandy xander; alexandra alex alexa ali sandy sasha; amanda mandy; andrew andy drew; angela angie ange;
anthony tony ant; antony tony ant; arthur art; barbara barb babs barbie; benjamin ben benny; bradley brad; cameron cam;
catherine cathy cath kate katie cat; katherine kathy kath kate katie kat; kathryn kathy kath kate katie; charles charlie chuck chas;
christine chris chrissy tina; christina chris chrissy tina; christopher chris kit; daniel dan danny; danielle dani danni;
david dave davey; deborah deb debbie; debra deb debbie; denise den; dennis den; donald don; dorothy dot dottie;
douglas doug; edward ed eddie ted ned; elizabeth liz lizzie beth betty eliza libby lisa; emily em emmy; emma em; frances fran;
francis frank fran; frederick fred freddie; gabriel gabe; gabrielle gabby gabi; geoffrey geoff; jeffrey jeff; george georgie;
georgina georgie gina; gerald gerry jerry; graham gray; graeme gray; gregory greg; harold harry hal; harriet hattie; henry harry hank;
isabella bella izzy; isabelle bella izzy; jacqueline jacqui jackie; jacob jake; james jim jimmy jamie; jane janie; janet jan;
janice jan; jennifer jen jenny; jessica jess jessie; joanna jo joanne; joanne jo; john johnny jack jon; jonathan jon jonno john;
joseph joe joey; joshua josh; judith judy jude; julia jules julie; karen kaz; kenneth ken kenny; kimberley kim; laurence larry laurie;
lawrence larry laurie; leonard len lenny leo; lesley les; leslie les; louise lou; lucas luke; margaret maggie marg meg peggy madge;
matthew matt matty; maxwell max; melissa mel; melanie mel; michael mike mick mickey micky mikey; michelle shell shelley mich;
mitchell mitch; mohammed mohamed muhammad mohammad mo; nathan nate nath; nathaniel nate nath nathan; natalie nat; nicholas nick nicky nic;
nicola nicky nic; nicole nicky nic nikki; oliver ollie; olivia liv livvy; pamela pam; patricia pat trish tricia patty; patrick pat paddy;
paul pauly; peter pete; philip phil pip; phillip phil pip; rachel rach; rachael rach; raymond ray; rebecca bec becky becca;
richard rick dick rich ricky; robert rob bob bobby robbie bert; roger rog; ronald ron ronnie; rosemary rose rosie; russell russ;
samantha sam sammy; samuel sam sammy; sandra sandy sandie; sarah sal sara; scott scotty; shane shano; sharon shaz; sophie soph; sophia soph;
stephen steve stevie steven; steven steve stevie; stephanie steph; stuart stu; stewart stu; susan sue susie suzie; suzanne sue suzie;
terence terry; teresa terri tess; theresa terri tess; thomas tom tommy; timothy tim timmy; theodore theo ted; valerie val;
veronica ronnie; victor vic; victoria vic vicky tori; vincent vince vinnie; virginia ginny; vivienne viv; walter wally walt;
warwick waz; wayne wazza; wendy wend; william will bill billy willy liam; zachary zach zac; yvonne von;
aroha ro; hemi james jim; hone john; mere mary; mikaere michael mike; moana mo; ngaire nyree; pita peter pete; rangi rangimarie;
ropata robert rob; tamati thomas tom tam; te-aroha aroha; tipene stephen steve; wiremu william wi bill; hohepa joseph hohe; ihaia isaiah;
matiu matthew matt; paora paul; rawiri david dave; ruth ruthie; tame tom; tane tanemahuta; whetu whetumarama; kahurangi kahu; maia maiangi
`

const formsOf = new Map<string, Set<string>>()
for (const line of SAME_NAME.split(';')) {
  const group = line.trim().split(/\s+/)
  for (const name of group) formsOf.set(name, new Set([...(formsOf.get(name) ?? [name]), ...group]))
}

/** The name itself and what its bearer may go by as well; both are folded. Bob is Robert, and Robert is Bob. */
export const namesOfOnePerson = (name: string): ReadonlySet<string> => formsOf.get(name) ?? new Set([name])
