using Microsoft.Data.Sqlite;
using System.Text.Json;

/// <summary>A database file that all nodes share. A message is stored when its INSERT has returned.</summary>
public class SqliteStore : ChatStore
{
    private readonly string _source;
    private readonly double _historyLag;

    public SqliteStore(IConfiguration settings) : base(settings)
    {
        _source = new SqliteConnectionStringBuilder { DataSource = Path.Combine(Folder, "chat.db") }.ToString();
        _historyLag = settings.GetValue("HistoryLagSeconds", 0.0);
        using var connection = Open();
        using var command = connection.CreateCommand();
        command.CommandText = """
            PRAGMA journal_mode = WAL;
            CREATE TABLE IF NOT EXISTS customers (id INTEGER PRIMARY KEY, phone TEXT UNIQUE);
            CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, customer INTEGER, message TEXT,
              stored REAL DEFAULT (unixepoch('subsec')));
            CREATE INDEX IF NOT EXISTS conversation ON messages (customer);
            """;
        command.ExecuteNonQuery();
    }

    public override int CustomerFor(string phone)
    {
        using var connection = Open();
        using var command = connection.CreateCommand();
        command.CommandText = """
            INSERT INTO customers SELECT coalesce(max(id), $operator) + 1, $phone FROM customers WHERE true
              ON CONFLICT (phone) DO NOTHING;
            SELECT id FROM customers WHERE phone = $phone;
            """;
        command.Parameters.AddWithValue("$operator", OperatorId);
        command.Parameters.AddWithValue("$phone", phone);
        return Convert.ToInt32(command.ExecuteScalar());
    }

    /// <summary>
    /// Returns the rows of a copy of the database that is as old as the lag. No copy is made: rows never
    /// change and are never deleted, so such a copy has exactly the rows that are at least as old.
    /// </summary>
    protected override List<ChatMessage> Read(int customerId)
    {
        using var connection = Open();
        using var command = connection.CreateCommand();
        command.CommandText = """
            SELECT message FROM messages
              WHERE customer = $customer AND stored <= unixepoch('subsec') - $lag ORDER BY id;
            """;
        command.Parameters.AddWithValue("$customer", customerId);
        command.Parameters.AddWithValue("$lag", _historyLag);
        using var reader = command.ExecuteReader();
        var messages = new List<ChatMessage>();
        while (reader.Read()) messages.Add(JsonSerializer.Deserialize<ChatMessage>(reader.GetString(0))!);
        return messages;
    }

    protected override void Append(int customerId, ChatMessage message)
    {
        using var connection = Open();
        using var command = connection.CreateCommand();
        command.CommandText = "INSERT INTO messages (customer, message) VALUES ($customer, $message)";
        command.Parameters.AddWithValue("$customer", customerId);
        command.Parameters.AddWithValue("$message", JsonSerializer.Serialize(message));
        command.ExecuteNonQuery();
    }

    private SqliteConnection Open()
    {
        var connection = new SqliteConnection(_source);
        connection.Open();
        using var command = connection.CreateCommand();
        // The file outlives a killed process. Surviving a power failure would cost a flush per message.
        command.CommandText = "PRAGMA synchronous = OFF";
        command.ExecuteNonQuery();
        return connection;
    }
}
