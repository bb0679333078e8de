internal import Glibc

/// A stack of trivial values. It may begin in borrowed memory, usually on the machine stack, and moves to the heap only
/// when it outgrows that. Indices are not checked: its users know what they appended.
struct ScratchStack<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int
    private var isOwned = false

    /// Uses `capacity` elements at `base`, which must outlive the stack.
    init(base: UnsafeMutablePointer<Element>, capacity: Int) {
        self.base = base
        self.capacity = capacity
    }

    /// Uses borrowed memory that must outlive the stack.
    init(lent: UnsafeMutableBufferPointer<Element>) {
        guard let base = lent.baseAddress else {
            self.init(capacity: 0)
            return
        }
        self.init(base: base, capacity: lent.count)
    }

    /// Uses memory of its own.
    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
        isOwned = true
    }

    deinit {
        if isOwned { base.deallocate() }
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get { base[index] }
        nonmutating _modify { yield &base[index] }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        base[count] = element
        count += 1
    }

    @inline(__always)
    mutating func removeAll(from index: Int) {
        count = index
    }

    @inline(never)
    private mutating func grow() {
        let larger = max(capacity * 2, 16)
        let bytes = larger * MemoryLayout<Element>.stride
        // A large block is moved without a second copy. On Linux `allocate` and `deallocate` are malloc's and free.
        if isOwned, let moved = realloc(base, bytes) {
            base = moved.bindMemory(to: Element.self, capacity: larger)
        } else {
            let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
            memory.update(from: base, count: count)
            if isOwned { base.deallocate() }
            base = memory
        }
        (capacity, isOwned) = (larger, true)
    }
}
