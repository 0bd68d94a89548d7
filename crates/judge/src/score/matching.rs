//! Brings gold questions and answers together, holding only what is out of step.
//!
//! What belongs together is the same whatever the size and order of the files: all gold questions
//! and all answers with one key are a [`Group`], of several answers the last counts (or they are
//! told apart by their texts and order), and groups are added up in the order of the gold file. But
//! a group is complete only if nothing more can come. So a first reading guesses that every key
//! occurs once in each file, which is nearly always true, and counts how often keys really occur.
//! If the guess turns out wrong, everything is dropped and both files are read again, now knowing
//! when each group is complete.

use std::borrow::Borrow;
use std::collections::{BTreeMap, VecDeque};

use lydite_model::{Language, Question, Response};
use rustc_hash::FxHashMap;

use super::census::{Census, Count, Side, hash};
use super::entries::{Entries, Listing, RereadError};
use super::judging::{Judged, Turn, same_language};
use super::session::Session;
use super::{Handed, Scorer};
use crate::entry::Entry;
use crate::{Asks, Report};

/// So many entries are held before it is found out whether that is of use; 100 MB at most.
const FAR: usize = 20_000;
/// What so many groups will ask is found out at once.
const BATCH: usize = 1000;
/// Answers lead to new questions, but not for ever: what is left then is asked one by one.
const ROUNDS: usize = 8;

/// The guess was wrong.
struct Surprise;

/// All gold questions and all answers with one key.
struct Group<Q, R> {
    key: u64,
    /// The gold questions, with their places in the order of the gold file.
    gold: Vec<(usize, Q)>,
    /// The answers that may count, with their places in the answer file.
    answers: Vec<(u64, R)>,
    /// How many there were, whether or not they count.
    read: Count,
}

impl<Q, R> Group<Q, R> {
    fn new(key: u64) -> Self {
        Self {
            key,
            gold: Vec::with_capacity(1),
            answers: Vec::with_capacity(1),
            read: Count::default(),
        }
    }
}

/// Scores the answers.
pub(super) fn run<G: Entries<Question>, A: Entries<Response>>(
    scorer: &Scorer<'_>,
    gold: &mut G,
    answers: &mut A,
) -> Result<Report, RereadError<G::Error, A::Error>> {
    let most = if gold.are_held() && answers.are_held() {
        usize::MAX
    } else {
        FAR
    };
    run_holding(most, scorer, gold, answers)
}

/// Scores the answers, holding so many entries before both files are read again.
pub(super) fn run_holding<G: Entries<Question>, A: Entries<Response>>(
    most: usize,
    scorer: &Scorer<'_>,
    gold: &mut G,
    answers: &mut A,
) -> Result<Report, RereadError<G::Error, A::Error>> {
    let guess = Guess {
        most,
        tagged: None,
        entries: Census::default(),
    };
    let mut matcher = Matcher::new(scorer, Census::default(), Some(guess));
    if let Err(Surprise) = matcher.read(gold, answers) {
        let mut census = matcher.census;
        while let Some(question) = gold.next() {
            let key = scorer.rules.rules.key(&Entry::from(question.borrow()));
            census.add(Side::Gold, hash(&key));
        }
        while let Some(response) = answers.next() {
            let entry = Entry::from(response.borrow());
            let key = hash(&scorer.rules.rules.key(&entry));
            census.add(Side::Answers, key);
            if let Some(common) = scorer.rules.rules.collapse(&entry) {
                census.add_common(hash(&common), key);
            }
        }
        gold.restart().map_err(RereadError::Gold)?;
        answers.restart().map_err(RereadError::Answers)?;
        if let Some(take) = scorer.takes_outcomes {
            take(Handed::Anew);
        }
        matcher = Matcher::new(scorer, census, None);
        // Whoever knows is not surprised.
        let _ = matcher.read(gold, answers);
    }
    let (session, unknown) = matcher.finish();
    Ok(session.finish(unknown, &gold.about(), &answers.about()))
}

/// What is assumed in the first reading: a key occurs once in each file, or once for each language
/// if all entries are about a language.
struct Guess {
    /// How many entries may be held.
    most: usize,
    /// Whether entries are about a language.
    tagged: Option<bool>,
    /// The keys with their languages.
    entries: Census,
}

struct Matcher<'s, Q, R> {
    scorer: &'s Scorer<'s>,
    session: Session<'s>,
    census: Census,
    /// Without a guess, the census is complete.
    guess: Option<Guess>,
    groups: FxHashMap<String, Group<Q, R>>,
    /// What the gold questions came to, from the first one on that is not judged yet.
    judged: VecDeque<Option<Judged>>,
    /// How many gold questions were added up.
    done: usize,
    /// Complete groups that are still to be judged.
    ready: Vec<Group<Q, R>>,
    /// Entries in groups that are not complete.
    waiting: (usize, usize),
    ended: (bool, bool),
    /// The last key with something that answers may have in common.
    common: FxHashMap<String, String>,
    arrived: u64,
    unknown: u64,
    /// The first answers to unknown questions, by their place in the file.
    first_unknown: BTreeMap<u64, String>,
}

impl<'s, Q: Borrow<Question>, R: Borrow<Response>> Matcher<'s, Q, R> {
    fn new(scorer: &'s Scorer<'_>, census: Census, guess: Option<Guess>) -> Self {
        Self {
            scorer,
            session: Session::new(scorer),
            census,
            guess,
            groups: FxHashMap::default(),
            judged: VecDeque::new(),
            done: 0,
            ready: Vec::new(),
            waiting: (0, 0),
            ended: (false, false),
            common: FxHashMap::default(),
            arrived: 0,
            unknown: 0,
            first_unknown: BTreeMap::new(),
        }
    }

    /// Reads both files to their ends, from whichever fewer entries are waiting.
    fn read(
        &mut self,
        gold: &mut impl Entries<Question, Item = Q>,
        answers: &mut impl Entries<Response, Item = R>,
    ) -> Result<(), Surprise> {
        loop {
            let side = match self.ended {
                (true, true) => return Ok(()),
                (false, true) => Side::Gold,
                (true, false) => Side::Answers,
                (false, false) if self.waiting.0 > self.waiting.1 => Side::Answers,
                (false, false) => Side::Gold,
            };
            match side {
                Side::Gold => match gold.next() {
                    Some(question) => self.add_question(question)?,
                    None => self.end(side),
                },
                Side::Answers => match answers.next() {
                    Some(response) => self.add_response(response)?,
                    None => self.end(side),
                },
            }
            let held = self.judged.len() + self.waiting.1;
            if self.guess.as_ref().is_some_and(|guess| held > guess.most) {
                return Err(Surprise);
            }
        }
    }

    /// The name of the group that an entry belongs to, and the hash of its key.
    fn place(
        &mut self,
        side: Side,
        entry: &Entry<'_>,
        language: Option<&Language>,
    ) -> Result<(String, u64), Surprise> {
        let rules = self.scorer.rules.rules;
        let mut name = rules.key(entry);
        let key = hash(&name);
        let Some(guess) = &mut self.guess else {
            return Ok((name, key));
        };
        let is_first = self.census.add(side, key);
        let mut surprising = false;
        if side == Side::Answers
            && let Some(common) = rules.collapse(entry)
        {
            surprising |= self.census.add_common(hash(&common), key);
        }
        if rules.replaces_gold() {
            surprising |= !is_first;
        } else {
            let tagged = *guess.tagged.get_or_insert(language.is_some());
            surprising |= tagged != language.is_some();
            match language {
                Some(language) => {
                    let tag = language.as_str().to_ascii_lowercase().replace('_', "-");
                    name = format!("{name}\u{1f}{tag}");
                    surprising |= !guess.entries.add(side, hash(&name));
                }
                None => surprising |= !is_first,
            }
        }
        if surprising {
            Err(Surprise)
        } else {
            Ok((name, key))
        }
    }

    fn add_question(&mut self, item: Q) -> Result<(), Surprise> {
        let question: &Question = item.borrow();
        let language = question.language.as_ref();
        let (name, key) = self.place(Side::Gold, &Entry::from(question), language)?;
        let mut group = self.groups.remove(&name).unwrap_or_else(|| Group::new(key));
        group.read.gold += 1;
        let same =
            |(_, other): &(usize, Q)| same_language(other.borrow().language.as_ref(), language);
        if group.gold.iter().any(same) {
            self.session.repeated_question(question);
        }
        match group.gold.last_mut() {
            Some((_, last)) if self.scorer.rules.rules.replaces_gold() => *last = item,
            _ => {
                group.gold.push((self.done + self.judged.len(), item));
                self.judged.push_back(None);
                self.waiting.0 += 1;
            }
        }
        self.keep(name, group);
        Ok(())
    }

    fn add_response(&mut self, item: R) -> Result<(), Surprise> {
        let response: &Response = item.borrow();
        let rules = self.scorer.rules.rules;
        let entry = Entry::from(response);
        let language = response.language.as_ref();
        let (name, key) = self.place(Side::Answers, &entry, language)?;
        self.session.answer(response);
        if self.census.is_shared(key)
            && let Some(common) = rules.collapse(&entry)
            && let Some(before) = self.common.insert(common, name.clone())
            && before != name
            && let Some(group) = self.groups.get_mut(&before)
            && !group.answers.is_empty()
        {
            self.waiting.1 -= group.answers.len();
            group.answers.clear();
            self.session.repeated_answer(response);
        }
        let mut group = self.groups.remove(&name).unwrap_or_else(|| Group::new(key));
        group.read.answers += 1;
        self.arrived += 1;
        let same =
            |(_, other): &(u64, R)| same_language(other.borrow().language.as_ref(), language);
        let before = group.answers.iter().position(same);
        if before.is_some() {
            self.session.repeated_answer(response);
        }
        match before {
            Some(before) if !rules.pairs_repeats() => group.answers[before] = (self.arrived, item),
            _ => {
                group.answers.push((self.arrived, item));
                self.waiting.1 += 1;
            }
        }
        self.keep(name, group);
        Ok(())
    }

    /// Judges a group if it is complete, and holds it otherwise.
    fn keep(&mut self, name: String, group: Group<Q, R>) {
        if self.is_complete(&group) {
            self.complete(group);
        } else {
            self.groups.insert(name, group);
        }
    }

    /// Whether nothing more belongs to a group.
    fn is_complete(&self, group: &Group<Q, R>) -> bool {
        let expected = if self.guess.is_some() {
            Count {
                gold: 1,
                answers: 1,
            }
        } else {
            self.census.count(group.key)
        };
        let has_gold = self.ended.0 || group.read.gold >= expected.gold;
        let has_answers = self.ended.1
            || group.read.answers >= expected.answers && !self.census.is_shared(group.key);
        has_gold && has_answers
    }

    /// Notes the end of a file, which completes groups.
    fn end(&mut self, side: Side) {
        match side {
            Side::Gold => self.ended.0 = true,
            Side::Answers => self.ended.1 = true,
        }
        let groups = std::mem::take(&mut self.groups);
        for (name, group) in groups {
            self.keep(name, group);
        }
    }

    fn complete(&mut self, group: Group<Q, R>) {
        self.waiting.0 -= group.gold.len();
        self.waiting.1 -= group.answers.len();
        if group.gold.is_empty() {
            // The gold file may have the question in another language.
            if self.census.count(group.key).gold == 0 {
                self.note_unknown(&group);
            }
            return;
        }
        if self.scorer.knowledge.wants_prefetch() {
            self.ready.push(group);
            if self.ready.len() >= BATCH {
                self.judge_ready();
            }
        } else {
            self.judge(&group);
            self.add_up();
        }
    }

    fn note_unknown(&mut self, group: &Group<Q, R>) {
        for (place, response) in &group.answers {
            let response: &Response = response.borrow();
            self.unknown += 1;
            self.first_unknown
                .insert(*place, response.question.to_string());
            if self.first_unknown.len() > Listing::EXAMPLES {
                self.first_unknown.pop_last();
            }
        }
    }

    /// Calls `each` with every gold question of a group and the answers to it.
    fn each(group: &Group<Q, R>, mut each: impl FnMut(usize, &Question, &[&Response], Turn)) {
        let responses: Vec<&Response> = group
            .answers
            .iter()
            .map(|(_, response)| response.borrow())
            .collect();
        for (at, (place, question)) in group.gold.iter().enumerate() {
            let question: &Question = question.borrow();
            let language = question.language.as_ref();
            let is_same = |(_, other): &&(usize, Q)| {
                same_language(other.borrow().language.as_ref(), language)
            };
            let turn = Turn {
                this: group.gold[..at].iter().filter(is_same).count(),
                all: group.gold.iter().filter(is_same).count(),
            };
            each(*place, question, &responses, turn);
        }
    }

    fn judge(&mut self, group: &Group<Q, R>) {
        let (scorer, done) = (self.scorer, self.done);
        let judged = &mut self.judged;
        Self::each(group, |place, question, responses, turn| {
            let came_to = scorer.judge_question(question, responses, turn);
            if let Some(slot) = judged.get_mut(place - done) {
                *slot = Some(came_to);
            }
        });
    }

    /// Judges the groups that are complete, after their knowledge was asked for what they need.
    fn judge_ready(&mut self) {
        let ready = std::mem::take(&mut self.ready);
        let mut asks = Asks::default();
        for _ in 0..ROUNDS {
            for group in &ready {
                Self::each(group, |_, question, responses, turn| {
                    self.scorer.asks_of(question, responses, turn, &mut asks);
                });
            }
            if asks.is_empty() {
                break;
            }
            self.scorer.knowledge.prefetch(&asks);
            asks.answered();
        }
        ready.iter().for_each(|group| self.judge(group));
        self.add_up();
    }

    /// Adds up what is judged, in the order of the gold file.
    fn add_up(&mut self) {
        while let Some(Some(_)) = self.judged.front() {
            let judged = self.judged.pop_front().flatten();
            judged
                .into_iter()
                .for_each(|judged| self.session.add(judged));
            self.done += 1;
        }
    }

    /// Judges what is left.
    fn finish(mut self) -> (Session<'s>, Listing) {
        self.judge_ready();
        let unknown = Listing {
            count: self.unknown,
            examples: self.first_unknown.into_values().collect(),
        };
        (self.session, unknown)
    }
}
