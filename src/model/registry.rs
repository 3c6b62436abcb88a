//! Named things in the order of their sources, found by name or by [`Id`].

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Index;

/// Something with an id that the sources refer to it by.
pub trait Named {
    /// The id as written in the sources.
    fn key(&self) -> &str;
}

/// The position of a `T` in its [`Registry`]: cheap to copy, impossible to misspell.
pub struct Id<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    fn new(index: usize) -> Self {
        Id { index: index as u32, kind: PhantomData }
    }

    /// The position as a number, for tables beside the registry.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

/// An ordered collection of named things.
#[derive(Clone)]
pub struct Registry<T> {
    items: Vec<T>,
    /// Positions in `items`, found by the hash of the item's own name.
    by_name: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Registry { items: Vec::new(), by_name: HashTable::new(), hasher: Default::default() }
    }
}

impl<T: fmt::Debug> fmt::Debug for Registry<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}

impl<T: Named> Registry<T> {
    /// Adds an item; if its name is taken, returns the id of the holder instead.
    pub fn insert(&mut self, item: T) -> Result<Id<T>, Id<T>> {
        let (items, hasher) = (&self.items, &self.hasher);
        let held = |held: u32| items[held as usize].key();
        let entry = self.by_name.entry(
            hasher.hash_one(item.key()),
            |&index| held(index) == item.key(),
            |&index| hasher.hash_one(held(index)),
        );
        match entry {
            Entry::Occupied(holder) => Err(Id::new(*holder.get() as usize)),
            Entry::Vacant(free) => {
                let id = Id::new(items.len());
                free.insert(id.index);
                self.items.push(item);
                Ok(id)
            }
        }
    }

    /// Makes room for so many more items.
    pub fn reserve(&mut self, more: usize) {
        self.items.reserve(more);
        let (items, hasher) = (&self.items, &self.hasher);
        self.by_name.reserve(more, |&held| hasher.hash_one(items[held as usize].key()));
    }

    /// The id of the item with that name.
    pub fn find(&self, name: &str) -> Option<Id<T>> {
        let hash = self.hasher.hash_one(name);
        let found = self.by_name.find(hash, |&held| self.items[held as usize].key() == name);
        found.map(|&index| Id::new(index as usize))
    }

    /// The item with that name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.find(name).map(|id| &self[id])
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(Named::key)
    }
}

impl<T> Registry<T> {
    /// The items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The items in order, with their ids.
    pub fn entries(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (Id::new(index), item))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The first item's id.
    pub fn first(&self) -> Option<Id<T>> {
        (!self.items.is_empty()).then(|| Id::new(0))
    }
}

impl<T> Index<Id<T>> for Registry<T> {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        &self.items[id.index()]
    }
}

impl<'a, T> IntoIterator for &'a Registry<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

/// Names types by their `id` field.
macro_rules! named_by_id {
    ($($type:ty),*) => {$(
        impl $crate::model::Named for $type {
            fn key(&self) -> &str {
                &self.id
            }
        }
    )*};
}
pub(crate) use named_by_id;

#[cfg(test)]
mod tests {
    use super::*;

    struct Town(&'static str);
    impl Named for Town {
        fn key(&self) -> &str {
            self.0
        }
    }

    #[test]
    fn a_second_item_of_the_same_name_is_refused_and_names_the_first() {
        let mut towns = Registry::default();
        let cassino = towns.insert(Town("cassino"));
        assert!(towns.insert(Town("venafro")).is_ok());
        assert_eq!(towns.insert(Town("cassino")), cassino.map_or_else(Ok, Err));
        assert_eq!(towns.names().collect::<Vec<_>>(), ["cassino", "venafro"]);
        assert_eq!(towns.find("venafro").map(Id::index), Some(1));
    }
}
