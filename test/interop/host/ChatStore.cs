using System.Text.Json;

namespace Interop;

/// <summary>What a database would keep: one file of customers, one of messages for each.</summary>
public class ChatStore(IConfiguration settings)
{
    public const int OperatorId = 1;

    private readonly Lock _lock = new();
    private readonly DateTimeKind _kind = settings.GetValue("DateTimeKind", DateTimeKind.Unspecified);

    public string Folder { get; } = Directory.CreateDirectory(settings["Folder"] ?? "data").FullName;

    /// <summary>The id of the customer with this phone number; a new number gets the next id.</summary>
    public int CustomerFor(string phone)
    {
        lock (_lock)
        {
            var phones = Read<string>("customers");
            var index = phones.IndexOf(phone);
            if (index >= 0) return OperatorId + 1 + index;
            Append("customers", phone);
            return OperatorId + 1 + phones.Count;
        }
    }

    /// <summary>A conversation, in the order in which it was stored.</summary>
    public IReadOnlyList<ChatMessage> Of(int customerId)
    {
        lock (_lock) return Read<ChatMessage>($"messages-{customerId}").ConvertAll(OfKind);
    }

    /// <summary>Stores a message; times are stored in UTC. Returns it as it is read again.</summary>
    public ChatMessage Add(int customerId, ChatMessage message)
    {
        var stored = message with { Timestamp = message.Timestamp.ToUniversalTime() };
        lock (_lock) Append($"messages-{customerId}", stored);
        return OfKind(stored);
    }

    // A database column of type datetime2 forgets the kind; others keep UTC, or convert to local time.
    private ChatMessage OfKind(ChatMessage message) => message with
    {
        Timestamp = _kind == DateTimeKind.Local
            ? message.Timestamp.ToLocalTime()
            : DateTime.SpecifyKind(message.Timestamp, _kind),
    };

    private List<T> Read<T>(string name)
    {
        var path = PathOf(name);
        if (!File.Exists(path)) return [];
        return [.. File.ReadLines(path).Select(line => JsonSerializer.Deserialize<T>(line)!)];
    }

    private void Append(string name, object value) =>
        File.AppendAllText(PathOf(name), JsonSerializer.Serialize(value) + "\n");

    private string PathOf(string name) => Path.Combine(Folder, $"{name}.jsonl");
}
